import { countOf, limits, type Question, type RouteOutput, type Version } from '@feedback/contract';

import type { summarizeByDay } from '../results/summarize.ts';
import type { Figures } from './advance-figures.ts';
import { hideScale, hideSmallGroups, tellsSmallGroup } from './hide-small-groups.ts';

/** The figures of a scope, and the answers of each day. */
export type ByDay = Awaited<ReturnType<typeof summarizeByDay>>;

const least = limits.results.sharedLeast;

/** The figures without groups that are too small. */
export function shareFigures(
	{ responses, displays, answered, response_rate, questions }: RouteOutput<'summarizeResponses'>,
	versions: readonly Version[],
): Figures {
	const shared = questions.map((one) => {
		const { id, type, title, scale, revisions, variants } = one;
		const asked = versions
			.find((it) => it.revision === revisions[0] && it.variant === (variants[0] ?? null))
			?.questions.find((question) => question.id === id);
		const shown = one.answered >= least;
		return {
			id,
			type,
			title,
			scale,
			revisions,
			wordings: one.wordings.map((wording) => wording.title),
			answered: shown ? one.answered : null,
			counts: shown ? shareCounts(one, asked) : [],
			mean: shown && one.type !== 'nps' ? one.mean : null,
			nps: shown ? one.nps : null,
			top_two:
				shown && one.top_two && !tellsSmallGroup(one.top_two.value, one.answered)
					? one.top_two
					: null,
			texts: null,
			trend: [],
			base: null,
		};
	});
	return { responses, displays, answered, response_rate, questions: shared };
}

type Counted = { type: string; scale: number | null; counts: Record<string, number> };

function shareCounts({ type, scale, counts }: Counted, asked: Question | undefined) {
	const isScale = type === 'nps' || scale !== null;
	const labels = new Map(
		asked && 'options' in asked ? asked.options.map(({ value, label }) => [value, label]) : [],
	);
	labels.set('true', 'Yes').set('false', 'No').set('(other)', 'Other');
	const known = listValues(type, scale, asked);
	const values = [...new Set([...known, ...Object.keys(counts)])];
	const given = values.map((value) => countOf(counts, value));
	const shared = isScale ? hideScale(given) : hideSmallGroups(given);
	return values.map((value, at) => ({
		value,
		label: labels.get(value) ?? value,
		count: shared[at]!,
	}));
}

function listValues(type: string, scale: number | null, asked: Question | undefined): string[] {
	if (type === 'nps') return Array.from({ length: 11 }, (_, at) => String(at));
	if (scale !== null) return Array.from({ length: scale }, (_, at) => String(at + 1));
	return asked && 'options' in asked ? asked.options.map(({ value }) => value) : [];
}
