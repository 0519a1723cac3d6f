// A running server fetches the metadata documents of OAuth clients: from the open internet, and from nowhere else.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Server as HttpsServer, createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { readConfig } from '../../../server/config/read-config.ts';
import { findFreePort } from '../../../server/ports/ports.ts';
import { startServer } from '../../../server/production/start-server.ts';
import { certificate, certificateKey } from '../../../supabase/functions/tests/certificate.ts';
import { writeRequest } from '../../../supabase/functions/tests/oauth.ts';

const publicAddress = '93.184.216.34';
const privateAddress = '10.1.2.3';
const folder = mkdtempSync(join(tmpdir(), 'feedback-outgoing-'));
const id = (host: string) => `https://${host}/oauth/client.json`;
/** Hosts whose document was requested. */
const asked: string[] = [];
let names: ChildProcess;
let host: HttpsServer;

beforeAll(async () => {
	const ip = (...words: string[]) => execFileSync('ip', words);
	ip('link', 'set', 'lo', 'up');
	for (const address of [publicAddress, privateAddress]) ip('address', 'add', address, 'dev', 'lo');
	writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n');
	execFileSync('mount', ['--bind', join(folder, 'resolv.conf'), '/etc/resolv.conf']);
	names = spawn('dnsmasq', [
		...['--no-daemon', '--no-resolv', '--no-hosts', '--listen-address=127.0.0.1'],
		...['--bind-interfaces', '--user=root', '--pid-file='],
		...[
			`--address=/client.example/${publicAddress}`,
			`--address=/inside.example/${privateAddress}`,
		],
	]);
	writeFileSync(join(folder, 'authority.crt'), certificate);
	process.env['NODE_EXTRA_CA_CERTS'] = join(folder, 'authority.crt');
	host = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
		asked.push(request.headers.host!);
		response.setHeader('content-type', 'application/json');
		response.end(
			JSON.stringify({
				client_id: id(request.headers.host!),
				client_name: 'An editor',
				redirect_uris: ['http://localhost/callback'],
			}),
		);
	});
	await new Promise<void>((resolve) => host.listen(443, '0.0.0.0', resolve));
});

afterAll(() => {
	names?.kill();
	host?.close();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the sign-in of a client on a server with this setting, and returns the response. */
async function beginSignIn(clientHosts: readonly string[], outgoing: boolean) {
	const config = readConfig({
		file: undefined,
		environment: {
			FEEDBACK_PUBLIC_URL: 'http://localhost',
			FEEDBACK_DATA: mkdtempSync(join(folder, 'data-')),
			FEEDBACK_LISTEN: `127.0.0.1:${await findFreePort()}`,
			FEEDBACK_OUTGOING_HTTPS: String(outgoing),
		},
	});
	const log: string[] = [];
	const server = await startServer(config, { log: (line) => void log.push(line) });
	onTestFinished(() => server.stop());
	const issuer = `${server.url}/functions/v1/oauth`;
	const metadata = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
	const { client_id_metadata_document_supported: supported } = (await metadata.json()) as {
		client_id_metadata_document_supported: boolean;
	};
	const answers = [];
	for (const clientHost of clientHosts) {
		const { parameters } = writeRequest({
			client_id: id(clientHost),
			redirect_uri: 'http://localhost:4711/callback',
			resource: `${config.public_url}/functions/v1/manage`,
		});
		const answer = await fetch(`${issuer}/authorize?${new URLSearchParams(parameters)}`, {
			redirect: 'manual',
		});
		const said = answer.status === 302 ? answer.headers.get('location') : await answer.text();
		answers.push({ status: answer.status, said });
	}
	return { supported, answers };
}

test('a document on the open internet is fetched, one in the private network is not', async () => {
	const hosts = ['client.example', 'inside.example', 'unknown.invalid'];
	const { supported, answers } = await beginSignIn(hosts, true);
	expect(supported).toBe(true);
	expect(answers).toEqual([
		{ status: 302, said: expect.stringMatching(/^http:\/\/localhost\/authorize\//) as string },
		{ status: 401, said: expect.stringContaining('not on the open internet') as string },
		{ status: 401, said: expect.stringContaining('cannot be fetched') as string },
	]);
	expect(asked).toEqual(['client.example']);
});

test('nothing is fetched if outgoing calls are disabled', async () => {
	asked.length = 0;
	const { supported, answers } = await beginSignIn(['client.example'], false);
	expect(supported).toBe(false);
	expect(answers).toEqual([
		{ status: 401, said: expect.stringContaining('fetches no client documents') as string },
	]);
	expect(asked).toEqual([]);
});
