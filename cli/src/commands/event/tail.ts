import { setTimeout as pause } from 'node:timers/promises';
import { eventNameSchema } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { count, moment } from '../../output/more.ts';
import { describeProperties } from './describe-event.ts';

export const eventTail = defineCommand({
	name: 'event tail',
	summary: 'Show events as they arrive.',
	need: 'response:read',
	place: 'site',
	stream: true,
	options: z.object({
		name: option(eventNameSchema.optional(), 'Only events of this name.', 'event_name'),
		count: option(
			z.coerce.number().int().min(1).optional(),
			'Stop after this many events.',
			'number',
		),
		interval: option(
			z.coerce.number().min(0.2).max(60).default(2),
			'Seconds between requests.',
			'seconds',
		),
	}),
	output: z.object({ events: z.number().int() }),
	examples: [
		{ text: 'Watch while you click through the app; Ctrl-C ends it', line: 'event tail' },
		{
			text: 'Wait for one event in a script',
			line: 'event tail --name report.exported --count 1 --json',
		},
	],
	async run(
		{ name, count: maxEvents = Infinity, interval },
		{ client, site: findSite, withApproval, report, progress, paint },
	) {
		const site = await findSite();
		const filter = { site, ...(name !== undefined && { name }) };
		let { latest } = await withApproval({ action: 'response:read', site }, () =>
			client.listEvents({ ...filter, limit: 1 }),
		);
		const read = async () => {
			const page = await client.listEvents({
				...filter,
				limit: 200,
				...(latest !== null && { after: latest }),
			});
			latest = page.latest ?? latest;
			return page;
		};
		const known = new Set((latest === null ? [] : (await read()).items).map(({ id }) => id));
		progress('Waiting for events.');
		for (let seen = 0; ; await pause(interval * 1_000)) {
			const page = await read();
			if (page.next !== null) progress('There are more events than are shown here.');
			for (const event of page.items.toReversed()) {
				if (known.has(event.id)) continue;
				remember(known, event.id);
				const outcome = cleanLine([event.reason, event.survey_id].filter(Boolean).join(' '));
				const line = [
					moment(event.at),
					paint.bold(cleanLine(event.name)),
					paint.cyan(outcome),
					cleanLine(describeProperties(event)),
				];
				report({ type: 'event', ...event }, line.filter(Boolean).join('  '));
				seen += 1;
				if (seen >= maxEvents) return { events: seen };
			}
		}
	},
	render: ({ events }, paint) => paint.dim(count(events, 'event')),
});

// Pages overlap by a few seconds, to include events that were stored late.
const maxKnown = 2_000;

function remember(known: Set<string>, id: string): void {
	known.add(id);
	if (known.size > maxKnown) known.delete(known.values().next().value!);
}
