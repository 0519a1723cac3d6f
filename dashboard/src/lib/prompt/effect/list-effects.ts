import { limits } from '@feedback/contract';

import { effectDays, type EffectFigures } from './publish-effect.svelte.ts';

type OtherPrompt = NonNullable<EffectFigures['others']>['prompts'][number];

const shown = 8;

/**
 * The other prompts that clearly lose or gain displays, largest change first, and what is true of the rest. The rest is
 * not counted: the forecast leaves out live prompts without displays, and lists only so many.
 *
 * @example
 * listEffects([nps, poll]); // { changed: [nps], rest: 'Other prompts are not affected.' }
 */
export function listEffects(prompts: OtherPrompt[]): { changed: OtherPrompt[]; rest: string } {
	const clear = prompts.filter(({ change, change_error }) => Math.abs(change) > change_error);
	const changed = clear.slice(0, shown);
	const more = clear.length - changed.length;
	const isCut = clear.length === limits.forecast.prompts;
	const same = prompts.length - clear.length;
	const isExact = prompts.every(({ change_error }) => change_error === 0);
	return {
		changed,
		rest: [sayMore(more, isCut), saySame(same, clear.length, isExact)].join(' ').trim(),
	};
}

function sayMore(more: number, isCut: boolean): string {
	if (more === 0) return '';
	if (isCut) return `At least ${more} more prompts change less.`;
	return more === 1 ? 'One more prompt changes less.' : `${more} more prompts change less.`;
}

function saySame(same: number, changed: number, isExact: boolean): string {
	if (same === 0)
		return changed === 0 ? `No other live prompt was displayed in these ${effectDays} days.` : '';
	const affected = isExact ? 'affected' : 'clearly affected';
	return changed > 0 ? `Other prompts are not ${affected}.` : `No other prompt is ${affected}.`;
}
