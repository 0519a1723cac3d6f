// `npm start` with all of its parts; it builds the documentation for its own ports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { root } from '../../server/layout/tree.ts';
import { choosePorts, listeners, type Ports } from '../../server/ports/ports.ts';

const longest = 170_000;

test('the documentation is served once it is built, and its SDK uses the API of this stack', async () => {
	const ports = await choosePorts({ free: true });
	const data = mkdtempSync(join(tmpdir(), 'feedback-start-'));
	const chosen = Object.entries(listeners).map(([name, { variable }]) => [
		variable,
		String(ports[name as keyof Ports]),
	]);
	const child = spawn('npm', ['start'], {
		cwd: root,
		env: { ...process.env, ...Object.fromEntries(chosen), FEEDBACK_DATA: data, CI: 'true' },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const ended = once(child, 'close');
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	onTestFinished(async () => {
		if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT');
		await ended;
		rmSync(data, { recursive: true, force: true, maxRetries: 5 });
	});

	await vi.waitFor(() => expect(output).toContain('Ctrl-C stops everything'), longest);
	// The documentation is built for these ports, so it never exists already: nothing else waits for it.
	expect(output).toMatch(/Documentation +is being built; its address follows/);
	const documentation = `http://127.0.0.1:${ports.site}`;
	await vi.waitFor(
		() => expect(output).toContain(`The documentation is ready: ${documentation}`),
		longest,
	);
	const page = await (await fetch(`${documentation}/sdk/methods/`)).text();
	expect(page).toContain(`data-api="http://127.0.0.1:${ports.gateway}/functions/v1"`);
	process.kill(-child.pid!, 'SIGINT');
	await ended;
	expect(output).toContain('Everything is stopped.');
}, 400_000);
