import { limits, promptSchema, takesAnswer, type Question } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';

export type CatalogPrompt = { id: string; survey_id: string; name: string; questions: Question[] };

/** What a question of a site may name. It holds nothing that visitors wrote or that is known of one of them. */
export type Catalog = {
	timeZone: string;
	/** The published ones first, then the newest. */
	prompts: CatalogPrompt[];
	/** Accepted ones, by name. */
	tags: { id: string; name: string }[];
	/** Keys of traits, the most frequent first. */
	traits: string[];
};

/** Browsers report the keys of traits: only those that look like names are sent to the model. */
const plainKey = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/;

type PromptRow = { id: string; survey_id: string; content: unknown };

/** Reads what a question may name, about one prompt if it is given. */
export async function readCatalog(
	tx: Tx,
	site: string,
	prompt: string | undefined,
): Promise<Catalog> {
	const { sample } = limits.seen;
	const [rows, tags, [seen], [zone]] = await Promise.all([
		tx<PromptRow[]>`
			select p.id, p.survey_id, v.content
			from app.prompts p
			cross join lateral (
				select r.content from app.revisions r
				where r.site_id = p.site_id and r.prompt_id = p.id
				order by r.number = p.published_revision desc nulls last, r.number desc limit 1
			) v
			where p.site_id = ${site} and (${prompt ?? null}::uuid is null or p.id = ${prompt ?? null}::uuid)
			order by p.state = 'published' desc, p.state <> 'archived' desc, p.created_at desc, p.id
			limit ${limits.ask.prompts}`,
		tx<Catalog['tags']>`
			select t.id, t.name from app.tags t where t.site_id = ${site} and t.state = 'accepted'
			order by t.name limit ${limits.ask.tags}`,
		tx<{ keys: { key: string }[] }[]>`
			select app.sample_traits(${site}, ${sample}, ${limits.ask.traits}, 0, 0) -> 'keys' as keys`,
		tx<{ name: string }[]>`select app.site_time_zone(${site}) as name`,
	]);
	return {
		timeZone: zone!.name,
		prompts: rows.map(describePrompt),
		tags,
		traits: seen!.keys.map(({ key }) => key).filter((key) => plainKey.test(key)),
	};
}

function describePrompt({ content, ...row }: PromptRow): CatalogPrompt {
	const { name, questions, experiment } = promptSchema.parse(content);
	const asked = [questions, ...(experiment?.variants ?? []).map((one) => one.questions ?? [])]
		.flat()
		.filter(takesAnswer);
	const byId = new Map(asked.toReversed().map((question) => [question.id, question]));
	return { ...row, name, questions: [...byId.values()].toReversed() };
}
