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
	/** Where the demo person signs in. */
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
export async function startService(person: Person): Promise<Service> {
	const output = await person.type(start, clone, {
		until: /The documentation is ready: \S+\n|Goes on without this part: Documentation/,
	});
	const dashboard = find(output, /Dashboard +(\S+)/);
	return {
		apiUrl: find(output, /\bAPI +(\S+)/),
		docsUrl: find(output, /The documentation is ready: (\S+)/).replace(/\/$/, ''),
		dashboardUrl: new URL(dashboard).origin,
		signInUrl: dashboard,
	};
}

/** Starts the service without the demo and with other data; resolves to the owner's one-time link. */
export async function startForOwner(person: Person): Promise<string> {
	const output = await person.type(start, clone, {
		environment: { FEEDBACK_DEMO: '0', FEEDBACK_DATA: `${person.home}/own` },
		until: /Ctrl-C stops everything/,
	});
	return find(output, /Sign in, once +(\S+)/);
}

function find(output: string, pattern: RegExp): string {
	const found = pattern.exec(output)?.[1];
	if (!found) throw new Error(`The service printed nothing like ${pattern}:\n${output}`);
	return found;
}

/** Ends the service as Ctrl-C does. */
export function stopService(person: Person): Promise<void> {
	return person.interrupt('[s]erver/demo/start.ts');
}
