import type { RouteOutput } from '@feedback/contract';

import { cleanLine } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';

type Summary = RouteOutput<'pausePrompt'>;

export function paintState(state: string, paint: Paint): string {
	if (state === 'published') return paint.green(state);
	return state === 'draft' ? paint.yellow(state) : paint.dim(state);
}

/** Describes the result of a state change in one sentence. */
export function renderChange(
	{ name, state, changed, published_revision: revision }: Summary,
	paint: Paint,
): string {
	const subject = `"${cleanLine(name)}"`;
	const at = state === 'published' ? ` at revision ${revision}` : '';
	const now = `${paintState(state, paint)}${at}`;
	return changed ? `${subject} is now ${now}.` : `${subject} is already ${now}; nothing changed.`;
}
