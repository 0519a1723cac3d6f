import type { ResponseCondition, Rule } from '@feedback/contract';
import { resolve } from '$app/paths';

import type { SentFilter } from './sent-filter.ts';

type Digested = Pick<SentFilter, 'prompt' | 'traits' | 'condition'>;

/**
 * The URL of the form for a weekly e-mail about the responses of a filter. A digest has its own period.
 *
 * @example
 * writeDigestUrl(site, { prompt, traits: ['plan:pro'], condition: '' });
 */
export function writeDigestUrl(site: string, { prompt, traits, condition }: Digested): string {
	const form = resolve('/(signed-in)/sites/[site]/settings/integrations/new/[kind]', {
		site,
		kind: 'email',
	});
	const parts: Rule<ResponseCondition>[] = [
		...traits.map((trait) => {
			const at = trait.indexOf(':');
			return { trait: trait.slice(0, at), op: 'is' as const, value: trait.slice(at + 1) };
		}),
		...(condition === '' ? [] : [JSON.parse(condition) as Rule<ResponseCondition>]),
	];
	const query = new URLSearchParams({
		every: 'week',
		...(prompt && { prompt }),
		...(parts.length > 0 && {
			condition: JSON.stringify(parts.length === 1 ? parts[0] : { all: parts }),
		}),
	});
	return `${form}?${query}`;
}
