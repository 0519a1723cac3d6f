import { setTimeout as pause } from 'node:timers/promises';

import { defaultWait } from '../../approval.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';

type Handover<Result> = {
	/** The person's task, such as `delete the site "Reports"`. */
	task: string;
	/** URL at which the person does it. */
	url: string;
	/** The command line, to run the command again. */
	argv: string[];
	/** Resolves to the result once the person has done it. */
	look: () => Promise<Result | undefined>;
};

/**
 * Shows a person where to do what a connection cannot do. With `--wait`, or if the user agrees to wait, waits until it
 * is done. Throws `approval_required` if it was not done.
 */
export async function leaveToPerson<Result>(
	context: Context,
	{ task, url, argv, look }: Handover<Result>,
): Promise<Result> {
	const { progress, wait } = context;
	progress(`Only a person can do this, in the dashboard: ${task}.`);
	progress(`Do it here: ${url}`);
	const seconds = wait ?? (await askToWait(context, url));
	if (seconds > 0) progress(`Waiting up to ${seconds} seconds.`);
	const ends = Date.now() + seconds * 1_000;
	for (;;) {
		const result = seconds > 0 ? await look() : undefined;
		if (result !== undefined) return result;
		const left = ends - Date.now();
		if (left <= 0) break;
		await pause(Math.min(2_000, left));
	}
	throw new Failure('approval_required', `Only a person can do this: ${task}.`, {
		hint: `Ask a person who may do it to open ${url}`,
		details: { url },
		next: [['feedback', ...argv, '--wait']],
	});
}

async function askToWait({ ask, open }: Context, url: string): Promise<number> {
	if (!ask || !(await ask.confirm('Open that page and wait?'))) return 0;
	open(url);
	return defaultWait;
}
