import type { Audience, RouteOutput } from '@feedback/contract';
import { stringify } from 'yaml';

import { cleanText } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';
import { renderTable } from '../../output/table.ts';
import { paintState } from '../prompt/state.ts';

type Use = RouteOutput<'getAudience'>['uses'][number];

/** The rule as YAML. */
export function renderRule(rule: Audience): string {
	const text = stringify(orderKeys(rule), { lineWidth: 0, aliasDuplicateObjects: false });
	return cleanText(text).trimEnd();
}

const firstKeys = ['trait', 'context', 'prompt', 'event', 'op'];

/** Puts the subject of a condition first. */
function orderKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(orderKeys);
	if (typeof value !== 'object' || value === null) return value;
	const place = (key: string) => firstKeys.indexOf(key) + 1 || firstKeys.length + 1;
	const sorted = Object.entries(value).sort(([one], [other]) => place(one) - place(other));
	return Object.fromEntries(sorted.map(([key, inner]) => [key, orderKeys(inner)]));
}

/** The prompts that use an audience, with the versions that they use. */
export function renderUses(uses: Use[], paint: Paint): string {
	return renderTable(
		uses,
		[
			{ head: 'PROMPT', cell: ({ name }) => name },
			{ head: 'SURVEY ID', cell: ({ survey_id }) => survey_id },
			{
				head: 'STATE',
				cell: ({ state }) => state,
				style: (text, { state }) => text.replace(state, paintState(state, paint)),
			},
			{ head: 'LIVE', cell: ({ published }) => published?.version ?? null, right: true },
			{ head: 'LATEST', cell: ({ latest }) => latest.version, right: true },
			{ head: 'COULD FOLLOW', cell: ({ behind }) => (behind ? 'yes' : '') },
			{ head: 'UUID', cell: ({ prompt }) => prompt },
		],
		paint,
	);
}
