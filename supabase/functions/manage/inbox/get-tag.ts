import type { Operation } from '../operation/operation.ts';
import { estimateShare } from '../results/to-estimate.ts';
import { readCodebookTags } from './codebook.ts';
import { findTagTexts, type Counts } from './tag-texts.ts';
import { readTagScores } from './tag-scores.ts';
import { readTagWeeks } from './tag-weeks.ts';
import { noSuchTag } from './tags.ts';

export const getTag: Operation<'getTag'> = {
	access: 'read only',
	async run({ tx, service }, { site, tag, weeks: count }) {
		const [found] = await readCodebookTags(tx, site, tx`a.id = ${tag}`);
		if (!found) throw noSuchTag();
		const texts = await findTagTexts(tx, { site, tag, weeks: count, now: service.clock() });
		const weeks = await readTagWeeks(tx, texts, count);
		const scores = await readTagScores(tx, texts);
		const sum = (of: keyof Counts) => weeks.reduce((all, week) => all + week[of], 0);
		return {
			...found,
			...withShare({ answers: sum('answers'), of: sum('of') }),
			since: texts.since,
			counted_since: texts.countedSince,
			weeks: weeks.map(withShare),
			scores: scores.map(({ groups, ...score }) => ({ ...score, groups: groups.map(withShare) })),
		};
	},
};

function withShare<Counted extends Counts>(counts: Counted) {
	return { ...counts, share: estimateShare(counts.answers, counts.of) };
}
