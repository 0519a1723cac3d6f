import type { RouteOutput } from '@feedback/contract';

import { cleanLine } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';
import { renderChange } from './state.ts';

type Published = RouteOutput<'publishPrompt'>;
type WentBack = NonNullable<Published['went_back']>;

/** Describes what publishing changed, and what it undid when it went back to an older revision. */
export function renderPublished(published: Published, paint: Paint): string {
	const change = renderChange(published, paint);
	const { went_back: back } = published;
	return back === null ? change : `${change}\n${renderWentBack(back, paint)}`;
}

/** Maximum number of revisions, and of fields, in text output; `--json` lists all. */
const maxListed = 5;

function renderWentBack({ from, to, undone, fields }: WentBack, paint: Paint): string {
	const revisions = undone.map(
		({ revision, created_by }) => `${revision} by ${cleanLine(created_by)}`,
	);
	return [
		paint.yellow(`Went back from revision ${from} to ${to}.`),
		`Undone: ${from - to === 1 ? 'revision' : 'revisions'} ${list(revisions, from - to)}.`,
		fields.length === 0
			? 'Both revisions have the same content.'
			: `Reverted fields: ${list(fields, fields.length)}.`,
	].join('\n');
}

function list(items: string[], count: number): string {
	const shown = items.slice(0, maxListed);
	const more = count - shown.length;
	return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
