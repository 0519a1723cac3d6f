import { describeGrantCondition, routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cursor, limit, option } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import type { Paint } from '../../output/paint.ts';

const grants = routes.listGrants.output;
const requests = routes.listGrantRequests.output;

export const grantList = defineCommand({
	name: 'grant list',
	summary: 'List approvals, or pending requests.',
	need: 'connection',
	options: z.object({
		pending: option(z.boolean().default(false), 'List pending requests instead.'),
		limit,
		cursor,
	}),
	output: z.union([grants, requests]),
	examples: [
		{ text: 'What may this connection do, and for how long?', line: 'grant list' },
		{ text: 'Which requests are still pending?', line: 'grant list --pending' },
	],
	run: async ({ pending, ...page }, { client }) =>
		pending ? client.listGrantRequests({ ...page, state: 'pending' }) : client.listGrants(page),
	render: (page, paint) =>
		isRequests(page) ? renderRequests(page, paint) : renderGrants(page, paint),
});

type Grants = z.output<typeof grants>;
type Requests = z.output<typeof requests>;

function isRequests(page: Grants | Requests): page is Requests {
	return page.items.length > 0 && 'state' in page.items[0]!;
}

function renderGrants(page: Grants, paint: Paint): string {
	const table = renderPage(
		page,
		'Nothing.',
		[
			{ head: 'ACTION', cell: ({ action }) => action },
			{
				head: 'MODE',
				cell: ({ mode, conditions, uses }) =>
					conditions === null ? mode : `${mode}, used ${uses}×`,
			},
			{ head: 'UNTIL', cell: ({ expires_at }) => moment(expires_at) },
			{ head: 'SITE', cell: ({ site }) => site },
			{ head: 'APPROVED BY', cell: ({ approved_by }) => approved_by },
			{ head: 'UUID', cell: ({ id }) => id },
		],
		paint,
	);
	return [table, ...page.items.flatMap(renderConditions)].join('\n\n');
}

function renderConditions({ id, conditions }: Grants['items'][number]): string[] {
	if (conditions === null) return [];
	const lines = conditions.map((each) => `  ${cleanLine(describeGrantCondition(each))}`);
	return [[`${id} publishes only while all of these hold:`, ...lines].join('\n')];
}

function renderRequests(page: Requests, paint: Paint): string {
	const addresses = page.items.map(({ url }) => `Approve it here: ${url}`).join('\n');
	return `${renderPage(
		page,
		'Nothing.',
		[
			{ head: 'ACTION', cell: ({ action }) => action },
			{ head: 'PROMPT', cell: ({ survey_id }) => survey_id },
			{ head: 'REVISION', cell: ({ revision }) => revision, right: true },
			{ head: 'UNTIL', cell: ({ expires_at }) => moment(expires_at) },
			{ head: 'UUID', cell: ({ id }) => id },
		],
		paint,
	)}\n${addresses}`;
}
