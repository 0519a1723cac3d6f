import { promptSchema, ServiceError, type Prompt, type RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';

export type Summary = RouteOutput<'getPrompt'> extends infer Whole ? Omit<Whole, 'latest'> : never;
type State = Summary['state'];

type Authored = 'name' | 'priority' | 'delay_seconds' | 'events';
type SummaryRow = Omit<Summary, Authored | 'published_at' | 'updated_at'> & {
	content: unknown;
	published_at: Date | null;
	updated_at: Date;
	/** In Postgres' format, for the cursor. */
	created: string;
};

/** A prompt with its figures, content and place in the list. */
export type ReadPrompt = { summary: Summary; content: Prompt; created: string };

/** The prompts of a site that match, with their figures, newest first. */
export async function readPrompts(tx: Tx, site: string, where: Fragment): Promise<ReadPrompt[]> {
	const rows = await tx<SummaryRow[]>`
		with page as materialized (select p.* from app.prompts p where p.site_id = ${site} ${where})
		select p.id, p.survey_id, p.state, p.published_revision,
		       r.number as latest_revision, coalesce(live.content, r.content) as content,
		       p.published_at, c.displays, c.unconfirmed, c.answered, c.responses, b.budget, greatest(p.updated_at, r.created_at) as updated_at,
		       to_json(p.created_at at time zone 'utc')#>>'{}' || 'Z' as created
		from page p
		join app.count_prompts(${site}, array(select id from page)) c on c.prompt_id = p.id
		join app.describe_budgets(${site}, array(select id from page)) b on b.prompt_id = p.id
		cross join lateral (
			select v.number, v.content, v.created_at from app.revisions v
			where v.site_id = p.site_id and v.prompt_id = p.id
			order by v.number desc limit 1
		) r
		left join app.revisions live on live.site_id = p.site_id and live.prompt_id = p.id
			and live.number = p.published_revision
		order by p.created_at desc, p.id desc`;
	return rows.map(({ content, created, published_at, updated_at, ...row }) => {
		// A revision saved before a field had a default gets that default now.
		const parsed = promptSchema.parse(content);
		const { name, priority, timing, trigger } = parsed;
		const summary = {
			...row,
			name,
			priority,
			delay_seconds: timing.delay_seconds,
			events: trigger?.events ?? [],
			published_at: published_at?.toISOString() ?? null,
			updated_at: updated_at.toISOString(),
		};
		return { summary, content: parsed, created };
	});
}

/** One prompt. Throws `not_found` when the site has no such prompt. */
export async function findPrompt(tx: Tx, site: string, prompt: string): Promise<ReadPrompt> {
	const [found] = await readPrompts(tx, site, tx`and p.id = ${prompt}`);
	if (!found) throw noSuchPrompt();
	return found;
}

/** The state of a prompt, locked until the transaction ends. */
export async function lockPrompt(
	tx: Tx,
	site: string,
	prompt: string,
): Promise<{ state: State; published_revision: number | null }> {
	const [row] = await tx<{ state: State; published_revision: number | null }[]>`
		select state, published_revision from app.prompts
		where site_id = ${site} and id = ${prompt} for update`;
	if (!row) throw noSuchPrompt();
	return row;
}

/** Throws `not_found` when the site has no such prompt. */
export async function requirePrompt(tx: Tx, site: string, prompt: string): Promise<void> {
	const rows = await tx`select from app.prompts where site_id = ${site} and id = ${prompt}`;
	if (rows.length === 0) throw noSuchPrompt();
}

/** Returns the error for a prompt that the site does not have. */
export function noSuchPrompt(): ServiceError {
	return new ServiceError('not_found', {
		message: 'The site has no such prompt.',
		field: 'prompt',
	});
}
