import { eventNameSchema, reasonCodes, routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cursor, limit, option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import type { Paint } from '../../output/paint.ts';
import { count, moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import { promptNameSchema, uuidSchema } from '../../uuid.ts';
import { describeProperties } from './describe-event.ts';

const events = routes.listEvents.output;
const names = routes.listEventNames.output;

const eventFilter = {
	account: option(z.string().min(1).optional(), 'Only events of this account.', 'account_id'),
	visitor: option(uuidSchema.optional(), 'Only events of this visitor.', 'visitor_uuid'),
	reason: option(z.enum(reasonCodes).optional(), 'Only events with this reason.', 'reason'),
	prompt: option(
		promptNameSchema.optional(),
		'Only events whose reason is about this prompt.',
		'prompt_uuid',
	),
};

export const eventList = defineCommand({
	name: 'event list',
	summary: 'List recent events, or the names of events.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		name: option(eventNameSchema.optional(), 'Only events of this name.', 'event_name'),
		...eventFilter,
		names: option(
			z.boolean().default(false),
			'The names with their counts instead; needs no approval.',
		),
		limit,
		cursor,
	}),
	output: z.union([events, names]),
	examples: [
		{ text: 'Which events does the app report?', line: 'event list --names' },
		{
			text: 'What was decided about a customer',
			line: 'event list --account cust_1 --prompt <prompt_uuid>',
		},
		{ text: 'The last ten of one name', line: 'event list --name report.exported --limit 10' },
	],
	async run(
		{ names: ofNames, limit: number, cursor: at, ...filter },
		{ client, site: findSite, withApproval },
	) {
		const given = Object.entries(filter).filter(([, value]) => value !== undefined);
		if (ofNames && given.length > 0) {
			throw new Failure('usage', `--${given[0]![0]} and --names do not go together.`, {
				next: [['feedback', 'event', 'list', '--help']],
			});
		}
		const site = await findSite();
		const page = { site, limit: number, ...(at !== undefined && { cursor: at }) };
		if (ofNames) return client.listEventNames(page);
		return withApproval({ action: 'response:read', site }, () =>
			client.listEvents({ ...page, ...Object.fromEntries(given) }),
		);
	},
	render: (page, paint) =>
		'unlisted' in page ? renderNames(page, paint) : renderEvents(page, paint),
});

function renderEvents(page: z.output<typeof events>, paint: Paint): string {
	const none =
		page.next === null
			? 'There are no events from the last 30 days.'
			: 'There are none among the newest 50,000 events.';
	return renderPage(
		page,
		none,
		[
			{ head: 'AT', cell: ({ at }) => moment(at) },
			{ head: 'EVENT', cell: ({ name }) => name },
			{
				head: 'REASON',
				cell: ({ reason, survey_id }) => [reason, survey_id].filter(Boolean).join(' '),
			},
			{ head: 'ACCOUNT', cell: ({ account }) => account },
			{ head: 'PROPERTIES', cell: describeProperties },
			{ head: 'UUID', cell: ({ id }) => id },
		],
		paint,
	);
}

function renderNames(page: z.output<typeof names>, paint: Paint): string {
	const text = renderPage(
		page,
		'There are no events yet.',
		[
			{ head: 'EVENT', cell: ({ name }) => name },
			{ head: 'STATE', cell: ({ state }) => state },
			{ head: '30 DAYS', cell: ({ events: number }) => number, right: true },
			{ head: 'LAST SEEN', cell: ({ last_seen_at }) => moment(last_seen_at) },
		],
		paint,
	);
	if (page.unlisted === 0) return text;
	const more = `${count(page.unlisted, 'more name')} of events: the list of unregistered names is full.`;
	return `${text}\n${paint.dim(more)}`;
}
