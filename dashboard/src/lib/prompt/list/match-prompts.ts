import type { ListedPrompt } from '../live-prompts.svelte.ts';
import { comparePriorities } from './trigger-order.ts';

export type StateFilter = ListedPrompt['state'] | 'all';
export const stateFilters = ['all', 'published', 'draft', 'paused', 'archived'] as const;

/**
 * The prompts in a state whose name or survey ID contains every typed word. `all` excludes archived prompts.
 *
 * @example
 * matchPrompts(prompts, { words: 'export nps', state: 'all' });
 */
export function matchPrompts(
	prompts: ListedPrompt[],
	{ words, state }: { words: string; state: StateFilter },
): ListedPrompt[] {
	const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
	return prompts.filter((prompt) => {
		if (state === 'all' ? prompt.state === 'archived' : prompt.state !== state) return false;
		const text = `${prompt.name}\n${prompt.survey_id}`.toLowerCase();
		return wanted.every((word) => text.includes(word));
	});
}

export function readStateFilter(text: string | null): StateFilter {
	return stateFilters.find((state) => state === text) ?? 'all';
}

/** Labels of the sort orders. */
export const promptOrders = { newest: 'Newest first', priority: 'By priority' } as const;
export type PromptOrder = keyof typeof promptOrders;

/** Sorts prompts; the input is newest first. */
export function orderPrompts(prompts: ListedPrompt[], order: PromptOrder): ListedPrompt[] {
	return order === 'priority' ? prompts.toSorted(comparePriorities) : prompts;
}

export function readPromptOrder(text: string | null): PromptOrder {
	return text === 'priority' ? text : 'newest';
}
