import type { ExplainedFigure } from '@feedback/contract';
import { createContext } from 'svelte';

import type { QuestionSummary } from './figures.ts';

/** Explains the figures of the summary on the page. */
export type Figures = {
	/** The explanation of a figure, by its path in the summary; undefined if the summary has no such figure. */
	find(path: string): ExplainedFigure | undefined;
	/** The same for a path in a question. */
	findOf(question: QuestionSummary, path: string): ExplainedFigure | undefined;
	/** Says what a figure counts; empty until the words are loaded. */
	describe(filter: ExplainedFigure['filter'], title?: string): string;
	/** The URL of the list of what a figure counts: responses, or the displays on this page. */
	linkTo(figure: Pick<ExplainedFigure, 'of' | 'filter'>): string;
};

export const [getFigures, setFigures] = createContext<Figures>();
