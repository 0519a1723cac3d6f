import {
	eventNameSchema,
	limits,
	parseInput,
	routes,
	uuidSchema,
	type RouteOutput,
} from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { markEntries, markUntrusted } from '../clean.ts';
import { cursor, limit, prompt, since, site } from '../inputs.ts';
import { findSite } from '../place.ts';
import { readFitting } from '../result.ts';
import { ToolFailure } from '../tool-failure.ts';
import { defineTool, type Context } from '../tool.ts';

const record = z.record(z.string(), z.unknown());
const lists = ['names', 'events', 'why'] as const;
type List = (typeof lists)[number];

export const eventsList = defineTool({
	name: 'events_list',
	title: 'Events, their names, and why a prompt did not show',
	description:
		'list=names counts event names; events shows recent ones (needs an approval); event says why it did or did not display a prompt; why: with prompt and account or visitor, what decided and what would change it; with prompt alone, reasons of the last days.',
	commands: ['event list', 'why'],
	need: 'connection',
	effect: 'reads',
	fromVisitors: true,
	input: z.strictObject({
		site,
		list: z.enum(lists).default('names'),
		name: eventNameSchema.optional().describe('Only events of this name'),
		account: z.string().max(limits.account.id).optional(),
		visitor: uuidSchema.optional(),
		reason: z.string().max(40).optional(),
		prompt: prompt.optional(),
		at: since,
		event: uuidSchema.optional(),
		limit: limit(100, 50),
		cursor,
	}),
	output: z.object({
		items: z.array(record),
		next: z.string().nullable(),
		prompts: z.array(record).optional(),
		why: record.optional(),
	}),
	async run({ site: named, list, name, event, limit: number, cursor: from, ...given }, context) {
		const { client, signal } = context;
		const { at, ...who } = given;
		const filter = parseInput(filterSchema, { ...(name && { name }), ...who });
		const page = { limit: number, cursor: from };
		const unused = findUnused({ list, event, at, filter });
		if (unused !== undefined) throw unused;
		const place = await findSite(context, named);
		if (event !== undefined) return explain(context, place, event);
		if (list === 'names') {
			const names = await client.listEventNames({ site: place, ...page }, { signal });
			return { ...names, items: names.items.map(toSafeName) };
		}
		const grant = { action: 'response:read', site: place } as const;
		return runWithApproval(context, grant, () => {
			if (list === 'why') return explainPrompt(context, { site: place, ...who, at });
			return readFitting(number, async (size) => {
				const query = { site: place, ...page, limit: size, ...filter };
				const { items, next } = await client.listEvents(query, { signal });
				return { items: items.map(toSafe), next };
			});
		});
	},
});

const filterSchema = routes.listEvents.query.omit({ limit: true, cursor: true, after: true });

/** The filters that each list takes. */
const fieldsOf: Record<List, readonly string[]> = {
	names: [],
	events: Object.keys(filterSchema.shape),
	why: ['prompt', 'account', 'visitor'],
};

type Given = {
	list: List;
	event: string | undefined;
	at: string | undefined;
	filter: z.output<typeof filterSchema>;
};

/** The error of a field that the list does not take. */
function findUnused({ list, event, at, filter }: Given): ToolFailure | undefined {
	const given = Object.keys(filter).filter((key) => filter[key as keyof typeof filter]);
	const wrong = given.find((key) => event !== undefined || !fieldsOf[list].includes(key));
	if (wrong !== undefined) {
		const fitting = lists.filter((name) => fieldsOf[name].includes(wrong));
		const named = fitting.map((name) => `list=${name}`).join(' or ');
		const without = event === undefined ? '' : ', without event';
		const message = `${wrong[0]!.toUpperCase()}${wrong.slice(1)} goes with ${named} only${without}.`;
		return new ToolFailure('invalid_request', message, { field: wrong });
	}
	if (list === 'why' && filter.prompt === undefined) {
		return new ToolFailure('invalid_request', 'list=why needs prompt.', {
			field: 'prompt',
			hint: 'prompts_list shows the survey IDs.',
		});
	}
	if (at !== undefined && (list !== 'why' || (!filter.account && !filter.visitor))) {
		return new ToolFailure(
			'invalid_request',
			'at goes with list=why and an account or a visitor.',
			{ field: 'at' },
		);
	}
	return undefined;
}

type Subject = { site: string; prompt?: string | undefined } & {
	account?: string | undefined;
	visitor?: string | undefined;
	at: string | undefined;
};

async function explainPrompt({ client, signal }: Context, { prompt: id, at, ...given }: Subject) {
	const { site: place, account, visitor } = given;
	if (account === undefined && visitor === undefined) {
		const funnel = await client.getReasons({ site: place, prompt: id! }, { signal });
		return { items: [], next: null, why: funnel };
	}
	const { events, decision, changes, ...why } = await client.whyPrompt(
		{ site: place, prompt: id!, account, visitor, at },
		{ signal },
	);
	return {
		items: events.map(toSafe),
		next: null,
		prompts: decision ? [toSafeVerdict(decision)] : [],
		why: { ...why, changes: markUntrusted(changes) },
	};
}

// Thirty counts for each name are only useful in a chart.
function toSafeName({ by_day: _, name, ...facts }: RouteOutput<'changeEventName'>) {
	return { name: markUntrusted(name), ...facts };
}

async function explain(context: Context, site: string, event: string) {
	const { client, signal } = context;
	const why = await runWithApproval(context, { action: 'response:read', site }, () =>
		client.why({ site, event }, { signal }),
	);
	return { items: [toSafe(why.event)], next: null, prompts: why.prompts.map(toSafeVerdict) };
}

// A rule repeats the visitor's traits and properties.
function toSafeVerdict({ rules, ...verdict }: RouteOutput<'why'>['prompts'][number]) {
	const safe = rules.map(({ text, ...rule }) => ({ ...rule, text: markUntrusted(text) }));
	return { ...verdict, rules: safe };
}

function toSafe({ name, properties, account, ...facts }: RouteOutput<'why'>['event']) {
	return {
		...facts,
		name: markUntrusted(name),
		properties: markEntries(properties),
		account: markUntrusted(account),
	};
}
