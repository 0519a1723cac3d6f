import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Server, createServer, request } from 'node:http';
import { dirname, join } from 'node:path';

import { type JSONWebKeySet, SignJWT, exportJWK, generateKeyPair } from 'jose';

import { denoBinary } from '../../../server/functions/functions.ts';
import { layout } from '../../../server/layout/in-tree.ts';
import { findFreePort } from '../../../server/ports/ports.ts';

const names = ['sdk', 'events', 'manage', 'mcp', 'oauth'] as const;
type FunctionName = (typeof names)[number];

/** Similar to the limits of hosted Supabase: 256 MB of memory for a worker, of which V8's heap is a part. */
const limits = { heapMegabytes: 150, dataBytes: 1024 ** 3, files: 1_024 };

export type HostedFunctions = {
	url: string;
	apiUrl: string;
	/** An access token of a new person, as Supabase Auth signs it. */
	signIn(): Promise<string>;
	/** Maximum memory of each process so far, in megabytes. */
	peakMemory(): Record<FunctionName, number>;
	/** The limits of a process, as the kernel lists them. */
	limitsOf(name: FunctionName): string;
	stop(): Promise<void>;
};

/**
 * Runs each of the four functions in a separate process, as on hosted Supabase: from its `index.ts`, with all paths
 * behind one address, with signing keys at the address of Supabase Auth, and with limits of V8 and of the kernel. This
 * is an approximation: the hosted runtime is a different program than Deno, and enforces its limits differently.
 */
export async function startHostedFunctions(options: {
	environment: Record<string, string>;
	/** Deno's cache folder. */
	cache: string;
}): Promise<HostedFunctions> {
	const { publicKey, privateKey } = await generateKeyPair('ES256');
	const key = { ...(await exportJWK(publicKey)), kid: 'rehearsal', alg: 'ES256', use: 'sig' };
	const ports = new Map<string, number>();
	for (const name of names) ports.set(name, await findFreePort());
	const platform = startPlatform(ports, { keys: [key] });
	platform.listen(await findFreePort(), '127.0.0.1');
	await once(platform, 'listening');
	const { port } = platform.address() as { port: number };
	const url = `http://127.0.0.1:${port}`;
	const environment = { ...options.environment, SUPABASE_URL: url, DENO_DIR: options.cache };
	const children = new Map<string, ChildProcess>();
	const stop = async () => {
		for (const child of children.values()) child.kill();
		platform.close();
		platform.closeAllConnections();
		await Promise.all([...children.values()].map(ended));
	};
	try {
		for (const name of names)
			children.set(name, startFunction(name, ports.get(name)!, environment));
		for (const name of names) await untilAnswers(children.get(name)!, ports.get(name)!);
	} catch (error) {
		await stop();
		throw error;
	}
	const read = (name: FunctionName, file: string) =>
		readFileSync(`/proc/${children.get(name)!.pid}/${file}`, 'utf8');
	const peak = (name: FunctionName) =>
		Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(read(name, 'status'))![1]) / 1_024);
	return {
		url,
		apiUrl: `${url}/functions/v1`,
		stop,
		peakMemory: () =>
			Object.fromEntries(names.map((name) => [name, peak(name)])) as Record<FunctionName, number>,
		limitsOf: (name) => read(name, 'limits'),
		signIn: () =>
			new SignJWT({
				email: 'ada@example.com',
				role: 'authenticated',
				amr: [{ method: 'otp', timestamp: Math.floor(Date.now() / 1_000) }],
			})
				.setProtectedHeader({ alg: 'ES256', kid: key.kid })
				.setSubject(crypto.randomUUID())
				.setIssuer(`${url}/auth/v1`)
				.setAudience('authenticated')
				.setIssuedAt()
				.setExpirationTime('1h')
				.sign(privateKey),
	};
}

function startFunction(
	name: FunctionName,
	port: number,
	environment: Record<string, string>,
): ChildProcess {
	const child = spawn(
		'prlimit',
		[
			`--data=${limits.dataBytes}`,
			`--nofile=${limits.files}`,
			'--core=0',
			denoBinary(),
			'run',
			'--no-prompt',
			'--no-lock',
			...layout.denoFlags,
			'--allow-net',
			'--allow-env',
			'--allow-read',
			'--allow-sys',
			`--v8-flags=--max-old-space-size=${limits.heapMegabytes}`,
			join(layout.functions, name, 'index.ts'),
		],
		{
			cwd: dirname(layout.functions),
			// Sets the address of a `Deno.serve` without a port, as the hosted runtime does.
			env: {
				PATH: process.env['PATH'],
				...environment,
				DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
			},
			stdio: ['ignore', 'ignore', 'inherit'],
		},
	);
	return child;
}

async function untilAnswers(child: ChildProcess, port: number): Promise<void> {
	for (;;) {
		if (child.exitCode !== null) throw new Error(`A function ended with ${child.exitCode}.`);
		const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
		await response?.body?.cancel();
		if (response) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Simulates the hosted gateway: serves the keys of Auth, and forwards `/functions/v1/<name>/…` as `/<name>/…`. */
function startPlatform(ports: ReadonlyMap<string, number>, keys: JSONWebKeySet): Server {
	return createServer((incoming, outgoing) => {
		const url = incoming.url ?? '/';
		if (url === '/auth/v1/.well-known/jwks.json') {
			outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(keys));
			return;
		}
		const [, path, name] = /^\/functions\/v1(\/(\w+).*)$/.exec(url) ?? [];
		const port = ports.get(name ?? '');
		if (port === undefined) {
			outgoing.writeHead(404).end();
			return;
		}
		const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
		const forwarded = request(
			{ host: '127.0.0.1', port, path, method: incoming.method, headers },
			(answer) => {
				outgoing.writeHead(answer.statusCode!, answer.headers);
				answer.pipe(outgoing);
			},
		);
		forwarded.on('error', () => outgoing.writeHead(502).end());
		incoming.pipe(forwarded);
	});
}
