import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { findFreePort } from '../../server/ports/ports.ts';
import { launchShell } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { thorough } from '../../testing/thorough.ts';

test(
	'the development server shows the dashboard of a service that does not know its origin, without a warning',
	thorough,
	async () => {
		const stack = await startTestStack({ auth: 'feedback' });
		onTestFinished(() => stack.stop());
		const port = await findFreePort();
		const child = spawn('npm', ['run', 'dev', '--', '--host', '127.0.0.1', '--port', `${port}`], {
			cwd: join(import.meta.dirname, '..'),
			// Without Vitest's own variables, which change what Vite does.
			env: { PATH: process.env['PATH'], HOME: process.env['HOME'], FEEDBACK_API_URL: stack.apiUrl },
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: true,
		});
		const ended = once(child, 'close');
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
		}
		const browser = await launchShell();
		onTestFinished(async () => {
			await browser.close();
			process.kill(-child.pid!, 'SIGTERM');
			await ended;
		});
		await vi.waitFor(() => expect(output).toContain('ready in'), 60_000);
		const page = await browser.newPage();
		page.setDefaultTimeout(60_000);
		await page.goto(`http://127.0.0.1:${port}/#demo=${stack.demoKey}`);
		await page.getByRole('button', { name: 'Sign in as the demo person' }).click();
		await page.waitForURL('**/overview');
		await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
		expect(output).not.toMatch(/\(!\)|error|fail|warn|missing/i);
	},
);
