import type { Context } from '../../context.ts';
import { cleanText } from '../../output/clean.ts';
import { writeDiff } from '../code-plan.ts';
import type { InstallOptions, Plan } from '../make-plan.ts';

/** Shows the changes that identify who is signed in, and asks whether to make them; never without a terminal. */
export async function offerIdentity(
	{ app, code, identity }: Plan,
	{ yes }: InstallOptions,
	{ ask, progress }: Context,
): Promise<boolean> {
	if (!identity || identity.files.length === 0 || yes || !ask) return false;
	const { name, files } = identity;
	const planned = (path: string) => code.files.find((file) => file.path === path)?.text;
	const diffs = files.map((file) => writeDiff(app, file, false, planned(file.path)));
	progress(cleanText(`${name} signs people in here.\n\n${diffs.join('\n')}`.trimEnd()));
	return ask.confirm(
		`Also identify the people who sign in through ${name}, and reset when they sign out?`,
	);
}
