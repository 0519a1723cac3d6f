// The service as the page “Five-minute start” installs and starts it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { root } from '../../../server/layout/tree.ts';
import type { Debian } from '../fresh-debian.ts';
import type { Journey } from './journey.ts';
import type { Person } from './person.ts';
import { openPage } from './read-page.ts';

/** A running service, by the addresses that it printed. */
export type Service = {
	apiUrl: string;
	docsUrl: string;
	dashboardUrl: string;
	/** Where a person signs in: the demo's link, or the owner's one-time link. */
	signInUrl: string;
};

/** The folder of the clone. */
export const clone = 'feedback';

const fiveMinutes = openPage(
	'start/five-minutes',
	readFileSync(join(root, 'content/start/five-minutes.mdx'), 'utf8'),
);
const [install = '', start = ''] = fiveMinutes.commands('npm ci');

/** Clones the tree's latest commit, and installs what it needs. */
export async function installService(
	debian: Debian,
	person: Person,
	journey: Journey,
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-first-answer-'));
	try {
		const bundle = join(folder, 'feedback.bundle');
		await promisify(execFile)('git', ['bundle', 'create', '--quiet', bundle, 'HEAD'], {
			cwd: root,
		});
		// Not below /tmp, which is the machine's own.
		debian.copy(bundle, '/home/dev/feedback.bundle');
	} finally {
		rmSync(folder, { recursive: true });
	}
	await journey.step('clone the repository', () =>
		person.type(`git clone --quiet /home/dev/feedback.bundle ${clone}`, ''),
	);
	await journey.step('update npm', () =>
		person.type(fiveMinutes.find(/`(npm install --global npm@\d+)`/), ''),
	);
	await journey.step(install, () => person.type(install, clone));
}

/** Starts the service, and waits until its documentation, from which the packages come, is there. */
export async function startService(
	person: Person,
	environment: Record<string, string> = {},
): Promise<Service> {
	const output = await person.type(start, clone, {
		environment,
		until: /The documentation is ready: \S+\n|Goes on without this part: Documentation/,
	});
	const find = (pattern: RegExp) => {
		const found = pattern.exec(output)?.[1];
		if (!found) throw new Error(`The service printed nothing like ${pattern}:\n${output}`);
		return found;
	};
	const dashboard = find(/Dashboard +(\S+)/);
	return {
		apiUrl: find(/\bAPI +(\S+)/),
		docsUrl: find(/The documentation is ready: (\S+)/).replace(/\/$/, ''),
		dashboardUrl: new URL(dashboard).origin,
		signInUrl: /Sign in, once +(\S+)/.exec(output)?.[1] ?? dashboard,
	};
}

/** Ends the service as Ctrl-C does. */
export function stopService(person: Person): Promise<void> {
	return person.interrupt('[s]erver/demo/start.ts');
}
