import { eventNameSchema, uuidSchema, type RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { markEntries, markUntrusted } from '../clean.ts';
import { cursor, limit, site } from '../inputs.ts';
import { findSite } from '../place.ts';
import { readFitting } from '../result.ts';
import { ToolFailure } from '../tool-failure.ts';
import { defineTool, type Context } from '../tool.ts';

const record = z.record(z.string(), z.unknown());

export const eventsList = defineTool({
	name: 'events_list',
	title: 'Events, their names, and why a prompt did not show',
	description:
		'list=names counts event names; list=events shows recent ones (needs an approval); event says why it did or did not display a prompt.',
	commands: ['event list', 'why'],
	need: 'connection',
	effect: 'reads',
	fromVisitors: true,
	input: z.strictObject({
		site,
		list: z.enum(['names', 'events']).default('names'),
		name: eventNameSchema.optional().describe('Only events of this name'),
		event: uuidSchema.optional(),
		limit: limit(100, 50),
		cursor,
	}),
	output: z.object({
		items: z.array(record),
		next: z.string().nullable(),
		prompts: z.array(record).optional(),
	}),
	async run({ site: named, list, name, event, ...page }, context) {
		const { client, signal } = context;
		if (name !== undefined && (list === 'names' || event !== undefined)) {
			throw new ToolFailure('invalid_request', 'A name goes with list=events only.', {
				field: 'name',
			});
		}
		const place = await findSite(context, named);
		if (event !== undefined) return explain(context, place, event);
		if (list === 'names') {
			const names = await client.listEventNames({ site: place, ...page }, { signal });
			return { ...names, items: names.items.map(toSafeName) };
		}
		const grant = { action: 'response:read', site: place } as const;
		return runWithApproval(context, grant, () =>
			readFitting(page.limit, async (size) => {
				const query = { site: place, ...page, limit: size, ...(name && { name }) };
				const { items, next } = await client.listEvents(query, { signal });
				return { items: items.map(toSafe), next };
			}),
		);
	},
});

// Thirty counts for each name are only useful in a chart.
function toSafeName({ by_day: _, name, ...facts }: RouteOutput<'changeEventName'>) {
	return { name: markUntrusted(name), ...facts };
}

async function explain(context: Context, site: string, event: string) {
	const { client, signal } = context;
	const why = await runWithApproval(context, { action: 'response:read', site }, () =>
		client.why({ site, event }, { signal }),
	);
	const prompts = why.prompts.map(({ rules, ...verdict }) => ({
		...verdict,
		// A rule repeats the visitor's traits and properties.
		rules: rules.map(({ text, ...rule }) => ({ ...rule, text: markUntrusted(text) })),
	}));
	return { items: [toSafe(why.event)], next: null, prompts };
}

function toSafe({ name, properties, account, ...facts }: RouteOutput<'why'>['event']) {
	return {
		...facts,
		name: markUntrusted(name),
		properties: markEntries(properties),
		account: markUntrusted(account),
	};
}
