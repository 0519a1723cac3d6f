import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Folder of the example app. */
export const nextApp = join(import.meta.dirname, '../../examples/next');

type Served = { url: string; stop(): Promise<void> };

/** Builds the app for one site of one service, and serves it as in production, on any free port. */
export async function serveNext(siteId: string, apiUrl: string): Promise<Served> {
	const building = run(['build'], siteId, apiUrl);
	if ((await building.ended) !== 0) throw new Error(`Next.js did not build:\n${building.said()}`);
	const serving = run(['start', '--port', '0', '--hostname', '127.0.0.1'], siteId, apiUrl);
	const url = await Promise.race([serving.address, serving.ended.then(() => undefined)]);
	if (!url) throw new Error(`Next.js did not start:\n${serving.said()}`);
	return {
		url,
		async stop() {
			serving.child.kill('SIGTERM');
			await serving.ended;
		},
	};
}

function run(args: string[], siteId: string, apiUrl: string) {
	const program = createRequire(join(nextApp, 'package.json')).resolve('next/dist/bin/next');
	const child = spawn(process.execPath, [program, ...args], {
		cwd: nextApp,
		env: {
			...process.env,
			NODE_ENV: 'production',
			NEXT_TELEMETRY_DISABLED: '1',
			NEXT_PUBLIC_FEEDBACK_SITE_ID: siteId,
			NEXT_PUBLIC_FEEDBACK_API_URL: apiUrl,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const address = new Promise<string>((resolve) => {
		const hear = (chunk: Buffer) => {
			output += String(chunk);
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
			if (found && output.includes('Ready')) resolve(found[0]);
		};
		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
	});
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	});
	return { child, address, ended, said: () => output };
}
