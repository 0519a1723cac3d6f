import type { EffectFigures } from './publish-effect.svelte.ts';

type OtherPrompt = NonNullable<EffectFigures['others']>['prompts'][number];

const shown = 8;

/**
 * The other prompts that clearly lose or gain displays, largest change first, and one sentence about the rest.
 *
 * @example
 * listEffects([nps, poll]); // { changed: [nps], rest: 'One other prompt is not affected.' }
 */
export function listEffects(prompts: OtherPrompt[]): { changed: OtherPrompt[]; rest: string } {
	const clear = prompts.filter(({ change, change_error }) => Math.abs(change) > change_error);
	const changed = clear.slice(0, shown);
	const more = clear.length - changed.length;
	const same = prompts.length - clear.length;
	const isExact = prompts.every(({ change_error }) => change_error === 0);
	return { changed, rest: [sayMore(more), saySame(same, clear.length, isExact)].join(' ').trim() };
}

function sayMore(more: number): string {
	if (more === 0) return '';
	return more === 1 ? 'One more prompt changes less.' : `${more} more prompts change less.`;
}

function saySame(same: number, changed: number, isExact: boolean): string {
	if (same === 0) return changed === 0 ? 'No other prompt is live.' : '';
	const affected = isExact ? 'affected' : 'clearly affected';
	if (same === 1) return `${changed > 0 ? 'One other' : 'The other'} prompt is not ${affected}.`;
	return changed > 0
		? `${same} other prompts are not ${affected}.`
		: `None of ${same} other prompts is ${affected}.`;
}
