import { limits, promptWarnings, type Prompt, type PromptWarning } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { keyOf, walk } from '../events/events.ts';
import type { Operation } from '../operation/operation.ts';
import { readPrompts, type Summary } from './prompt-summary.ts';

type Warned = { warning: PromptWarning; sentence: string };

export const listPromptWarnings: Operation<'listPromptWarnings'> = {
	access: 'read only',
	async run({ tx, service }, { site }) {
		const prompts = await readPrompts(tx, site, tx`and p.state = 'published'`);
		const known = await readKnown(tx, site, service.clock());
		const items = prompts.flatMap(({ summary, content }) =>
			listWarnings(summary, content, known, service.clock()).map((warned) => ({
				prompt: summary.id,
				survey_id: summary.survey_id,
				...warned,
			})),
		);
		return { items, next: null };
	},
};

/** The warnings of one prompt. */
export async function findPromptWarnings(
	tx: Tx,
	site: string,
	{ summary, content }: { summary: Summary; content: Prompt },
	now: number,
): Promise<Warned[]> {
	if (summary.state !== 'published') return [];
	return listWarnings(summary, content, await readKnown(tx, site, now), now);
}

type Known = {
	hasSiteKey: boolean;
	/** Names that were reported. */
	names: ReadonlySet<string>;
	/** Prompts whose audience let nobody in, by UUID. */
	outside: ReadonlySet<string>;
};

async function readKnown(tx: Tx, site: string, now: number): Promise<Known> {
	const [[key], names, outside] = await Promise.all([
		tx<{ has: boolean }[]>`select app.has_site_key(${site}) as has`,
		// A name that only a trigger has was never seen.
		tx<{ name: string }[]>`
			select name from app.event_names where site_id = ${site} and first_seen_at is not null`,
		tx<{ id: string }[]>`
			with newest as materialized (
				select e.prompt, e.reason from app.events e
				where e.site = ${keyOf(tx, site)} and e.id >= app.id_from(${new Date(now - 7 * 86_400_000)})
				order by e.id desc limit ${walk}
			)
			select p.id from newest n join app.prompts p on p.site_id = ${site} and p.key = n.prompt
			group by p.id
			having count(*) >= ${limits.results.leastAnswers} and bool_and(n.reason = 'audience')`,
	]);
	return {
		hasSiteKey: key!.has,
		names: new Set(names.map(({ name }) => name)),
		outside: new Set(outside.map(({ id }) => id)),
	};
}

function listWarnings(
	{ id, budget, events }: Summary,
	{ trigger, timing }: Prompt,
	{ hasSiteKey, names, outside }: Known,
	now: number,
): Warned[] {
	const { displays, responses } = budget ?? {};
	const found: Record<PromptWarning, boolean> = {
		no_site_key: trigger?.source === 'backend' && !hasSiteKey,
		event_never_seen: events.length > 0 && !events.some((name) => names.has(name)),
		audience_of_nobody: outside.has(id),
		// A period begins again, so it is no reason to do anything.
		budget_spent: [displays, responses].some((one) => one?.left === 0),
		ended: timing.ends_at !== undefined && Date.parse(timing.ends_at) <= now,
	};
	return (Object.keys(found) as PromptWarning[])
		.filter((warning) => found[warning])
		.map((warning) => ({ warning, sentence: promptWarnings[warning] }));
}
