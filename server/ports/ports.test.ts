import { type AddressInfo, type Server, createServer } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { choosePorts, isFree, readPorts } from './ports.ts';

const open: Server[] = [];

afterEach(async () => {
	for (const server of open.splice(0)) await new Promise((done) => server.close(done));
});

async function occupy(host = '127.0.0.1'): Promise<number> {
	const server = createServer();
	open.push(server);
	await new Promise<void>((done) => server.listen(0, host, done));
	return (server.address() as AddressInfo).port;
}

test('free ports are all different', async () => {
	const ports = await choosePorts({ free: true });
	expect(new Set(Object.values(ports)).size).toBe(5);
	for (const port of Object.values(ports)) expect(await isFree(port)).toBe(true);
});

test('a free port is outside the range for outgoing connections, which could take it in the meantime', async () => {
	const ports = Object.values(await choosePorts({ free: true }));
	expect(Math.min(...ports)).toBeGreaterThanOrEqual(10_000);
	expect(Math.max(...ports)).toBeLessThan(32_768);
});

test('a requested port that is in use is an error that names its variable', async () => {
	const taken = await occupy();
	await expect(choosePorts({ fixed: { gateway: taken } })).rejects.toThrow(
		`Port ${taken} (FEEDBACK_PORT) is taken.`,
	);
});

test('a port that is in use on all addresses counts as in use', async () => {
	const taken = await occupy('0.0.0.0');
	expect(await isFree(taken)).toBe(false);
});

test('two parts cannot share a port', async () => {
	const { gateway } = await choosePorts({ free: true });
	await expect(choosePorts({ fixed: { gateway, database: gateway } })).rejects.toThrow('is taken');
});

test('the default port moves in steps of ten when it is in use, and a message reports it', async () => {
	const { gateway: usual } = await choosePorts({ only: new Set(['gateway']) });
	const server = createServer();
	open.push(server);
	await new Promise<void>((done) => server.listen(usual, '127.0.0.1', done));
	const moves: number[][] = [];
	const moved = await choosePorts({
		only: new Set(['gateway']),
		onMove: (_, from, to) => moves.push([from, to]),
	});
	expect(moved.gateway).toBeGreaterThan(usual);
	expect((moved.gateway - 54_321) % 10).toBe(0);
	expect(moves).toEqual([[54_321, moved.gateway]]);
});

test('ports are read from the environment, and an error names an invalid port', () => {
	expect(readPorts({ FEEDBACK_PORT: '8000', FEEDBACK_DB_PORT: '' })).toEqual({ gateway: 8000 });
	for (const value of ['0', '65536', 'abc', '80.5', '-1']) {
		expect(() => readPorts({ FEEDBACK_DOCS_PORT: value })).toThrow('FEEDBACK_DOCS_PORT');
	}
});
