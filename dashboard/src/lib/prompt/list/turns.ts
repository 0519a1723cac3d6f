import type { ListedPrompt } from '../prompt-book.svelte.ts';

/** Where a published prompt stands among those that the same event triggers. */
export type Turn = { event: string; place: number; of: number };

/**
 * Which prompt goes first when several fit: one that can appear at once before one with a delay, then the higher
 * priority, then the one that was published first, as the service decides.
 */
export function compareTurns(a: ListedPrompt, b: ListedPrompt): number {
	return Number(a.delay_seconds > 0) - Number(b.delay_seconds > 0) || comparePriorities(a, b);
}

/** The higher priority first; of equals, the one that was published first. What was never published comes last. */
export function comparePriorities(a: ListedPrompt, b: ListedPrompt): number {
	return b.priority - a.priority || since(a) - since(b) || (a.id < b.id ? -1 : 1);
}

/** How the service chooses, for people. */
export const turnRule =
	'If several published prompts match an event, one without a delay goes first, then the highest priority, then the one published first.';

/**
 * What was chosen of what decides between prompts; empty when nothing was.
 *
 * @example
 * sayStanding({ priority: 5, delay_seconds: 20 }); // 'priority 5, after 20 s'
 */
export function sayStanding(prompt: Pick<ListedPrompt, 'priority' | 'delay_seconds'>): string {
	return [
		...(prompt.priority === 0 ? [] : [`priority\u00a0${prompt.priority}`]),
		...(prompt.delay_seconds > 0 ? [`after\u00a0${prompt.delay_seconds}\u00a0s`] : []),
	].join(', ');
}

/**
 * The turns of the published prompts that share an event with another one, by prompt.
 *
 * @example
 * findTurns(prompts).get(id); // [{ event: 'report.exported', place: 1, of: 2 }]
 */
export function findTurns(prompts: ListedPrompt[]): Map<string, Turn[]> {
	const rivals = new Map<string, ListedPrompt[]>();
	for (const prompt of prompts.filter(({ state }) => state === 'published')) {
		for (const event of prompt.events) rivals.set(event, [...(rivals.get(event) ?? []), prompt]);
	}
	const turns = new Map<string, Turn[]>();
	for (const [event, several] of rivals) {
		if (several.length < 2) continue;
		for (const [at, { id }] of several.toSorted(compareTurns).entries()) {
			const turn = { event, place: at + 1, of: several.length };
			turns.set(id, [...(turns.get(id) ?? []), turn]);
		}
	}
	return turns;
}

/**
 * @example
 * sayTurns([{ event: 'a', place: 1, of: 2 }, { event: 'b', place: 2, of: 3 }]); // 'first for a; 2nd of 3 for b'
 */
export function sayTurns(turns: Turn[]): string {
	const events = new Map<string, string[]>();
	for (const { event, place, of } of turns) {
		const head = place === 1 ? 'first' : `${sayOrdinal(place)} of ${of}`;
		events.set(head, [...(events.get(head) ?? []), event]);
	}
	return [...events].map(([head, names]) => `${head} for ${names.join(', ')}`).join('; ');
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });

function sayOrdinal(place: number): string {
	return `${place}${endings[rules.select(place)] ?? 'th'}`;
}

function since({ published_at: at }: ListedPrompt): number {
	return at === null ? Infinity : Date.parse(at);
}
