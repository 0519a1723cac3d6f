import { isUuid } from '#lib/text/id-patterns.ts';

import type { TypedDestination } from './typed-destination.ts';

/**
 * The settings of a new destination that the URL asks for: `prompt`, `condition` as JSON, and `every`. A person sees them
 * in the form, and the form checks them.
 */
export function readRequested(
	query: Pick<URLSearchParams, 'get'>,
	{ schedule }: Pick<TypedDestination, 'schedule'>,
): Partial<TypedDestination> {
	const [prompt, every] = [query.get('prompt') ?? '', query.get('every')];
	const condition = parseObject(query.get('condition') ?? '');
	return {
		...(isUuid(prompt) && { prompts: [prompt] }),
		...(condition && { condition: condition as TypedDestination['condition'] }),
		...((every === 'day' || every === 'week') && { schedule: { ...schedule, every } }),
	};
}

function parseObject(json: string): object | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
