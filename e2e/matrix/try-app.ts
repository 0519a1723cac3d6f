import { deepEqual, equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { AddressInfo } from 'node:net';

import type { Answers } from '@feedback/contract';
import type { Browser } from 'playwright';

import { userAgent } from '../../testing/user-agent.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { answerExport } from '../journeys/answer-export.ts';
import { runCommand, startCommand, waitUntilServed } from './process.ts';
import type { Scaffold } from './scaffold.ts';
import { takeSnapshot } from './snapshot.ts';

export type World = {
	/** An empty folder for this app alone. */
	folder: string;
	/** The built command, and the packed SDK. */
	bin: string;
	tarball: string;
	apiUrl: string;
	siteId: string;
	browser: Browser;
	/** Reads the answers to prompts that events with this value of the property `app` triggered. */
	readAnswers(app: string): Promise<Answers[]>;
	/** Environment with the package runner's cache folder. */
	env: NodeJS.ProcessEnv;
};

export type Tried = { framework: string; version: string | null; planned: number };

type Init = {
	state: string;
	framework: { id: string; version: string | null };
	files: { path: string }[];
};

/**
 * Scaffolds an app, runs the wizard, undoes its changes, runs it again, builds and loads the app, and answers the prompt
 * that its event triggers.
 */
export async function tryApp(scaffold: Scaffold, world: World): Promise<Tried> {
	const { folder, env } = world;
	if (scaffold.create) await runCommand(['npx', '-y', ...scaffold.create], { cwd: folder, env });
	scaffold.prepare?.(folder);
	const root = join(folder, 'app');
	const cwd = scaffold.init ? folder : root;
	const init = async (...argv: string[]): Promise<Init> => {
		const line = ['init', '--json', ...(scaffold.init ?? []), ...argv];
		const said = await runCommand([process.execPath, world.bin, ...line], { cwd, env });
		return (JSON.parse(said) as { data: Init }).data;
	};
	const given = ['--site-id', world.siteId, '--sdk', world.tarball, '--agent-skill'];

	const before = takeSnapshot(folder);
	const began = performance.now();
	const planned = await init('--dry-run', ...given);
	const took = performance.now() - began;
	equal(planned.framework.id, scaffold.framework);
	deepEqual(takeSnapshot(folder), before, 'a dry run changed something');
	await init('--yes', ...given);
	equal((await init('--yes', ...given)).state, 'unchanged');
	await init('--undo');
	deepEqual(takeSnapshot(folder), before, 'undo did not restore every byte');
	const done = await init('--yes', ...given);
	reportEvent(root, done, scaffold.id);
	if (scaffold.build) await runCommand(scaffold.build, { cwd: root, env });
	scaffold.render?.(root);
	await visit(scaffold, root, world);
	return { framework: done.framework.id, version: done.framework.version, planned: took };
}

// Performs the developer's next step: report an event, in this case as soon as the SDK has started.
function reportEvent(root: string, { files }: Init, app: string): void {
	for (const path of files.map((file) => join(root, file.path))) {
		const text = readFileSync(path, 'utf8');
		const call = /Feedback\.init\(\{[^}]*\}\);?/;
		if (path.includes('.agents') || !call.test(text)) continue;
		writeFileSync(
			path,
			text.replace(call, `$&\n;void Feedback.event('report.exported', { app: '${app}' });`),
		);
		return;
	}
	throw new Error('The wizard started the SDK nowhere.');
}

async function visit(scaffold: Scaffold, root: string, world: World): Promise<void> {
	const { port, stop } = scaffold.serve
		? await serveBy(scaffold.serve, root, world.env)
		: await serveFolder(join(root, scaffold.served ?? ''));
	const page = await world.browser.newPage({ userAgent });
	try {
		const faults: string[] = [];
		page.on('pageerror', (error) => faults.push(error.message));
		await page.goto(`http://127.0.0.1:${port}/`);
		await answerExport(page, 'It could be faster.').catch((error: unknown) => {
			throw new Error(`No prompt was answered (${faults.join('; ')})`, { cause: error });
		});
		deepEqual(await world.readAnswers(scaffold.id), [{ ease: 4, more: 'It could be faster.' }]);
		deepEqual(faults, []);
	} finally {
		await page.close();
		await stop();
	}
}

async function serveBy(
	serve: NonNullable<Scaffold['serve']>,
	cwd: string,
	env: NodeJS.ProcessEnv,
): Promise<{ port: number; stop(): Promise<void> }> {
	const port = await findFreePort();
	const { stop } = startCommand(serve(port), { cwd, env });
	try {
		await waitUntilServed(`http://127.0.0.1:${port}/`);
	} catch (error) {
		await stop();
		throw error;
	}
	return { port, stop };
}

const types: Record<string, string> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.css': 'text/css',
};

async function serveFolder(root: string) {
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
		const path = join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
		if (!existsSync(path)) return void response.writeHead(404).end();
		const type = types[extname(path)] ?? 'application/octet-stream';
		response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const stop = () =>
		new Promise<void>((resolve) => {
			server.closeAllConnections();
			server.close(() => resolve());
		});
	return { port, stop };
}
