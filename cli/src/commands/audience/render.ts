import type { Audience, RouteOutput } from '@feedback/contract';
import { stringify } from 'yaml';

import { cleanText } from '../../output/clean.ts';
import type { Paint } from '../../output/paint.ts';
import { renderTable } from '../../output/table.ts';
import { paintState } from '../prompt/state.ts';

type Use = RouteOutput<'getAudience'>['uses'][number];

/** The rule as YAML. */
export function renderRule(rule: Audience): string {
	return cleanText(stringify(rule, { lineWidth: 0, aliasDuplicateObjects: false })).trimEnd();
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
