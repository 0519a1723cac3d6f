// The SDK in a worker: its modules run immediately there, however they were bundled.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, it } from 'vitest';

import { bundleSdk } from '../../sdk/bundle.ts';
import { entries, writeServer } from '../../sdk/test/bundled-server.ts';
import { folds } from '../../sdk/test/fold.ts';
import { resolveTool } from '../tools/own-packages.ts';

let folder: string;
let workerd: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-workerd-'));
	await bundleSdk(join(folder, 'sdk'), 'http://127.0.0.1:54321/functions/v1');
	workerd = await resolveTool('workerd/bin/workerd');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeConfig(at: string): string {
	const modules = readdirSync(at)
		.filter((file) => file.endsWith('.mjs') && file !== 'app.mjs')
		.sort((file) => (file === 'server.mjs' ? -1 : 1))
		.map((file) => `(name = "${file}", esModule = embed "${file}")`);
	return `using Workerd = import "/workerd/workerd.capnp";
		const config :Workerd.Config = (services = [(name = "main", worker = .server)]);
		const server :Workerd.Worker = (
			compatibilityDate = "2026-01-01",
			modules = [${modules.join(', ')}],
		);`;
}

describe.each(Object.entries(folds))('a worker bundled by %s', (bundler, fold) => {
	it.each(entries)('runs no browser API with %s', async (_, file) => {
		const at = join(folder, bundler, file);
		await writeServer(fold, join(folder, 'sdk', file), at);
		writeFileSync(join(at, 'config.capnp'), writeConfig(at));
		execFileSync(workerd, ['test', 'config.capnp'], { cwd: at, stdio: 'pipe' });
	});
});
