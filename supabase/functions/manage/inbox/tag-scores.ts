import {
	askedKey,
	isScored,
	limits,
	npsGroups,
	scoreRange,
	type QuestionOf,
	type Version,
} from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { readVersions } from '../results/read-figures.ts';
import type { Counts, TagTexts } from './tag-texts.ts';

type Group = Counts & { lowest: number; highest: number };
type Scores = {
	prompt: string;
	name: string;
	question: string;
	title: string;
	scale: number | null;
	groups: Group[];
};
type Tagged = { prompt: string; name: string };

/** Counts text answers by the score in the same response, for the prompts with the most texts that have the tag. */
export async function readTagScores(tx: Tx, { site, rows }: TagTexts): Promise<Scores[]> {
	const prompts = await tx<Tagged[]>`
		select c.prompt_id as prompt, (
			select v.content ->> 'name' from app.revisions v
			where v.site_id = ${site} and v.prompt_id = c.prompt_id order by v.number desc limit 1) as name
		from (
			select t.prompt_id, count(*) as answers from ${rows}
			where t.is_tagged group by 1 order by 2 desc, 1 limit ${limits.inbox.tagPrompts}) c
		order by c.answers desc, c.prompt_id`;
	const scores: Scores[] = [];
	for (const { prompt, name } of prompts) {
		const asked = findAsked(await readVersions(tx, { site, prompt }));
		if (!asked) continue;
		const { question, versions } = asked;
		const counts = await tx<(Counts & { score: number })[]>`
			select (r.answers -> ${question.id}::text)::int as score, count(*) filter (where t.is_tagged)::int as answers,
			       count(*)::int as of
			from ${rows}
			join app.responses r on r.site_id = ${site} and r.display_id = t.display_id
			where t.prompt_id = ${prompt} and concat_ws(' ', r.revision, r.variant) = any(${versions}::text[])
			  and jsonb_typeof(r.answers -> ${question.id}::text) = 'number'
			group by 1`;
		const sum = ({ lowest, highest }: Pick<Group, 'lowest' | 'highest'>, of: keyof Counts) =>
			counts
				.filter(({ score }) => score >= lowest && score <= highest)
				.reduce((all, count) => all + count[of], 0);
		const groups = listGroups(question).map((group) => ({
			...group,
			answers: sum(group, 'answers'),
			of: sum(group, 'of'),
		}));
		if (groups.every(({ of }) => of === 0)) continue;
		const scale = question.type === 'rating' ? question.scale : null;
		scores.push({ prompt, name, question: question.id, title: question.title, scale, groups });
	}
	return scores;
}

type ScoredQuestion = QuestionOf<'score'>;

/** The newest scored question, and the keys of the versions that asked it in the same way. */
function findAsked(
	versions: readonly Version[],
): { question: ScoredQuestion; versions: string[] } | undefined {
	const question = versions.flatMap(({ questions }) => questions).find(isScored);
	return (
		question && {
			question,
			versions: versions
				.filter(({ questions }) => questions.some((one) => askedKey(one) === askedKey(question)))
				.map(({ key }) => key),
		}
	);
}

function listGroups(question: ScoredQuestion): Pick<Group, 'lowest' | 'highest'>[] {
	if (question.type === 'nps') {
		const { detractors, passives, promoters } = npsGroups;
		return [detractors, passives, promoters].map(({ from, to }) => ({ lowest: from, highest: to }));
	}
	const { from, to } = scoreRange(question);
	return Array.from({ length: to - from + 1 }, (_, at) => ({
		lowest: from + at,
		highest: from + at,
	}));
}
