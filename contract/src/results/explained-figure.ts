import type { DisplayFigure, ResponseFigure } from '../routes/figure.ts';

export type Period = { since?: string | undefined; until?: string | undefined };

export type ExplainedFigure = {
	/** Path of the figure, such as `questions.0.counts.9`. */
	figure: string;
	/** What it counts. */
	of: 'responses' | 'displays';
	count: number;
	/** Narrows the filter of the results to what it counts. */
	filter: Period & { final?: true; figure?: ResponseFigure | DisplayFigure };
	/** The figure of which this is a share; null for counts, means, changes and NPS. */
	share_of: string | null;
};

/** Explanations by path. */
export type Explanations = Record<string, Omit<ExplainedFigure, 'figure'>>;

export function listExplained(explanations: Explanations): ExplainedFigure[] {
	return Object.entries(explanations).map(([figure, explained]) => ({ figure, ...explained }));
}

/** Explanations below a path. */
export function prefix(
	start: string,
	explanations: Explanations,
): [string, Explanations[string]][] {
	return Object.entries(explanations).map(([path, { share_of: whole, ...explained }]) => [
		`${start}${path}`,
		{ ...explained, share_of: whole === null ? null : `${start}${whole}` },
	]);
}

type Asked = { id: string; revisions: number[]; variants: string[] };

/** The question, and a version that asks it: other versions may ask with another type, scale or options. */
export function identifyQuestion({
	id,
	revisions,
	variants,
}: Asked): Required<Pick<ResponseFigure, 'question'>> & Pick<ResponseFigure, 'as'> {
	return { question: id, as: [revisions[0], ...variants.slice(0, 1)].join(' ') };
}

/** The scores that answer a question of this scale, or of an NPS without one, as texts. */
export function listScores(scale: number | null): string[] {
	const [from, to] = scale === null ? [0, 10] : [1, scale];
	return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}
