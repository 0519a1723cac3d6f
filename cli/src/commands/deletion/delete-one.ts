import { describeCounts } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

import type { Context, RequiredGrant } from '../../context.ts';
import type { DryRun } from '../../dry-run.ts';
import { Failure } from '../../failure.ts';
import { adviseOnInterruption } from '../../interruption.ts';
import { leaveToPerson } from './leave-to-person.ts';

export type Deletion = RouteOutput<'undoDeletion'>;
type Preview = RouteOutput<'previewSiteDeletion'>;

/** What a command deletes. */
export type Target = {
	kind: Exclude<Deletion['kind'], 'account' | 'responses'>;
	/** The arguments of the command without its options. */
	argv: string[];
	preview: () => Promise<Preview>;
	/** How a connection deletes it; undefined if only a person can. */
	request?: { grant: RequiredGrant; run: (confirm: string) => Promise<Deletion> };
};

/**
 * Schedules a deletion after the name was confirmed, or leaves it to a person. Running the command again returns the
 * deletion that is already scheduled.
 */
export async function deleteOne(
	context: Context,
	target: Target,
	confirm: string | undefined,
): Promise<Deletion | DryRun> {
	const preview = await target.preview();
	const { name, allowed, scheduled } = preview;
	const what = sayWhat(target, preview);
	const request = allowed ? target.request : undefined;
	if (context.dryRun) return describeDryRun(context, what, request?.grant);
	if (scheduled) return scheduled;
	if (confirm !== undefined) checkName(target, confirm, name);
	if (!request) {
		return leaveToPerson(context, {
			url: preview.url,
			argv: target.argv,
			task: target.kind === 'prompt' ? `${what}, because it was published` : what,
			look: async () => (await target.preview()).scheduled ?? undefined,
		});
	}
	if (confirm === undefined) await askForName(context, target, preview);
	return context.withApproval(request.grant, () => request.run(name));
}

/** For example `delete the prompt "Ease", with 3 responses and 1 revision`. */
function sayWhat({ kind }: Target, { name, counts }: Preview): string {
	const parts = describeCounts(counts);
	const list = new Intl.ListFormat('en-GB').format(parts);
	return `delete the ${kind} "${name}"${parts.length > 0 ? `, with ${list}` : ''}`;
}

async function describeDryRun(
	{ describeDryRun: describe }: Context,
	what: string,
	grant: RequiredGrant | undefined,
): Promise<DryRun> {
	if (grant) return describe(what, grant);
	return { dry_run: true, would: `ask a person to ${what}`, needs: 'person', approved: false };
}

async function askForName({ ask }: Context, target: Target, preview: Preview): Promise<void> {
	const { name, counts } = preview;
	if (!ask) {
		throw new Failure('usage', `--confirm is missing: this would ${sayWhat(target, preview)}.`, {
			hint: `Repeat its name: --confirm ${JSON.stringify(name)}`,
			details: { field: 'confirm', name, counts },
			next: [['feedback', ...target.argv, '--confirm', name]],
		});
	}
	adviseOnInterruption({ hint: 'Nothing was deleted.' });
	const typed = await ask.text(`Type "${name}" to ${sayWhat(target, preview)}`);
	checkName(target, typed, name);
}

function checkName({ kind, argv }: Target, typed: string, name: string): void {
	if (typed === name) return;
	throw new Failure('usage', `The ${kind} is called "${name}", not "${typed}".`, {
		hint: 'Nothing was deleted. Check that you mean this one.',
		details: { field: 'confirm', name },
		next: [['feedback', ...argv, '--dry-run']],
	});
}
