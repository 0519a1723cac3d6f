import type { ListedPrompt } from '../live-prompts.svelte.ts';

/** The position of a published prompt among those with the same event. */
export type TriggerPosition = { event: string; position: number; of: number };

/**
 * The order in which the service decides prompts that match the same event: prompts without a delay first, then by
 * priority, then by time of publication.
 */
export function compareTriggerOrder(a: ListedPrompt, b: ListedPrompt): number {
	return Number(a.delay_seconds > 0) - Number(b.delay_seconds > 0) || comparePriorities(a, b);
}

/** By priority, then by time of publication; among equal priorities, unpublished prompts are last. */
export function comparePriorities(a: ListedPrompt, b: ListedPrompt): number {
	return b.priority - a.priority || since(a) - since(b) || (a.id < b.id ? -1 : 1);
}

/** Explains how the service chooses. */
export const triggerOrderRule =
	'If several published prompts match an event, prompts without a delay come first, then the highest priority, then the one published first.';

/**
 * The priority and the delay of a prompt; empty if neither is set.
 *
 * @example
 * describePriority({ priority: 5, delay_seconds: 20 }); // 'priority 5, after 20 s'
 */
export function describePriority(prompt: Pick<ListedPrompt, 'priority' | 'delay_seconds'>): string {
	return [
		...(prompt.priority === 0 ? [] : [`priority\u00a0${prompt.priority}`]),
		...(prompt.delay_seconds > 0 ? [`after\u00a0${prompt.delay_seconds}\u00a0s`] : []),
	].join(', ');
}

/**
 * The positions of the published prompts that share an event with another one, by prompt.
 *
 * @example
 * findTriggerPositions(prompts).get(id); // [{ event: 'report.exported', position: 1, of: 2 }]
 */
export function findTriggerPositions(prompts: ListedPrompt[]): Map<string, TriggerPosition[]> {
	const rivals = new Map<string, ListedPrompt[]>();
	for (const prompt of prompts.filter(({ state }) => state === 'published')) {
		for (const event of prompt.events) rivals.set(event, [...(rivals.get(event) ?? []), prompt]);
	}
	const positions = new Map<string, TriggerPosition[]>();
	for (const [event, several] of rivals) {
		if (several.length < 2) continue;
		for (const [at, { id }] of several.toSorted(compareTriggerOrder).entries()) {
			const position = { event, position: at + 1, of: several.length };
			positions.set(id, [...(positions.get(id) ?? []), position]);
		}
	}
	return positions;
}

/**
 * @example
 * describePositions([{ event: 'a', position: 1, of: 2 }, { event: 'b', position: 2, of: 3 }]); // 'first for a; 2nd
 * of 3 for b'
 */
export function describePositions(positions: TriggerPosition[]): string {
	const events = new Map<string, string[]>();
	for (const { event, position, of } of positions) {
		const head = position === 1 ? 'first' : `${formatOrdinal(position)} of ${of}`;
		events.set(head, [...(events.get(head) ?? []), event]);
	}
	return [...events].map(([head, names]) => `${head} for ${names.join(', ')}`).join('; ');
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

function formatOrdinal(position: number): string {
	const rules = new Intl.PluralRules('en', { type: 'ordinal' });
	return `${position}${endings[rules.select(position)] ?? 'th'}`;
}

function since({ published_at: at }: ListedPrompt): number {
	return at === null ? Infinity : Date.parse(at);
}
