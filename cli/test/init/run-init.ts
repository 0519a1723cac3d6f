import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { createCaller } from '../../src/caller.ts';
import { init } from '../../src/commands/init.ts';
import type { Ask, Context } from '../../src/context.ts';
import type { Result } from '../../src/init/result.ts';
import { createPaint } from '../../src/output/paint.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { makeEmptyFolder } from './fixtures.ts';
import { parseOptions } from '../../src/options.ts';

type Options = Record<string, unknown>;

/** A separate machine: the wizard in this process, without a service and without a terminal. */
export function createMachine(config = makeEmptyFolder(), ask?: Ask) {
	const env = { XDG_CONFIG_HOME: config, FEEDBACK_KEYRING: '0' };
	const run = async (app: string, options: Options, dryRun = false): Promise<Result> => {
		const settings = readSettings({}, { env, cwd: app });
		const caller = createCaller({ settings, env, token: undefined });
		const refuse = () => Promise.reject(new Error('There is no service.'));
		const context: Context = {
			settings,
			caller,
			client: caller.client(),
			env,
			stdout: process.stdout,
			stderr: process.stderr,
			structured: true,
			dryRun,
			ask,
			wait: undefined,
			open: () => undefined,
			workspace: refuse,
			site: refuse,
			withApproval: refuse,
			describeDryRun: refuse,
			readText: refuse,
			listWords: refuse,
			paint: createPaint({}, {}, false),
			progress: () => undefined,
			report: () => undefined,
		};
		const parsed = parseOptions(init as never, { app, ...options });
		return (await init.run(parsed as never, context)) as Result;
	};
	return { config, run };
}

/** Options for a run without questions. */
export const given = { yes: true, site_id: 'site_demo000000', skip_install: true };

/** Every file of a folder: its bytes in base64, by path. */
export function readFolder(folder: string): Record<string, string> {
	const paths = readdirSync(folder, { recursive: true, withFileTypes: true });
	return Object.fromEntries(
		paths.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			return [
				path.slice(folder.length + 1),
				entry.isFile()
					? readFileSync(path).toString('base64')
					: entry.isSymbolicLink()
						? 'link'
						: '',
			];
		}),
	);
}
