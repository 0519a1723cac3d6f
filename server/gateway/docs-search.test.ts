// The search of the documentation is open to everybody: its limits count by household, not by address.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { limits } from '@feedback/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Gateway, startGateway } from './gateway.ts';

const { atOnce } = limits.open;
// Searches that last until the test ends.
const slow = createServer();
let gateway: Gateway;

beforeAll(async () => {
	slow.listen(0, '127.0.0.1');
	await once(slow, 'listening');
	gateway = await startGateway({
		listen: 0,
		token: 'test',
		trustedProxies: ['127.0.0.1'],
		docsUrl: 'https://docs.example.com',
		upstreams: { docsPort: (slow.address() as AddressInfo).port },
	});
});

afterAll(async () => {
	await gateway.stop();
	slow.closeAllConnections();
	slow.close();
});

function search(address: string) {
	const asked = request(`${gateway.url}/search?q=how`, {
		headers: { host: 'docs.example.com', 'x-forwarded-for': address },
	});
	asked.on('error', () => undefined);
	asked.end();
	return asked;
}

test('addresses of one /64 share their searches', async () => {
	for (let n = 0; n < atOnce; n++) {
		search(`2001:db8:1:2::${n.toString(16)}`);
		await once(slow, 'request');
	}
	const [refused] = (await once(search('2001:db8:1:2:ffff::1'), 'response')) as [
		{ statusCode: number; headers: Record<string, string> },
	];
	expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
	search('2001:db8:1:3::1');
	await once(slow, 'request');
});
