// A running server fetches the metadata documents of OAuth clients: from the public internet, and from nowhere else.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Server as HttpsServer, createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { readConfig } from '../../../server/config/read-config.ts';
import { findFreePort } from '../../../server/ports/ports.ts';
import { startServer } from '../../../server/production/start-server.ts';
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
		'--no-daemon',
		'--no-resolv',
		'--no-hosts',
		'--listen-address=127.0.0.1',
		'--bind-interfaces',
		'--user=root',
		'--pid-file=',
		`--address=/client.example/${publicAddress}`,
		`--address=/inside.example/${privateAddress}`,
	]);
	createCertificates();
	process.env['NODE_EXTRA_CA_CERTS'] = join(folder, 'authority.crt');
	const [cert, key] = ['host.crt', 'host.key'].map((name) => readFileSync(join(folder, name)));
	host = createServer({ cert, key }, (request, response) => {
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

/** Creates an authority, and a certificate that it signed: Deno trusts no server that is its own authority. */
function createCertificates(): void {
	const openssl = (command: string) =>
		execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' });
	const key = (name: string) =>
		`-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${name}.key`;
	writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:client.example\n');
	openssl(`req -x509 ${key('authority')} -out authority.crt -subj /CN=authority.example`);
	openssl(`req ${key('host')} -out host.csr -subj /CN=client.example`);
	openssl(
		'x509 -req -in host.csr -CA authority.crt -CAkey authority.key -CAcreateserial -extfile names -out host.crt',
	);
}

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

test('a document on the public internet is fetched, one in the private network is not', async () => {
	const hosts = ['client.example', 'inside.example', 'unknown.invalid'];
	const { supported, answers } = await beginSignIn(hosts, true);
	expect(supported).toBe(true);
	expect(answers).toEqual([
		{ status: 302, said: expect.stringMatching(/^http:\/\/localhost\/authorize\//) as string },
		// The same for both, so that nobody learns what a private network has.
		{ status: 401, said: expect.stringContaining('cannot be used') as string },
		{ status: 401, said: answers[1]!.said },
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
