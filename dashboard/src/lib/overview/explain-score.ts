import { resolve } from '$app/paths';
import { describeFigure, explainScores } from '@feedback/contract';

import { linkDisplays, linkFigure } from '#lib/response/figure-query.ts';
import { visibleText } from '#lib/text/visible-text.ts';

import type { ScoredPrompt, Scores } from './period-figures.svelte.ts';

/** The list of what a figure of a prompt counts, and what it lists in words. */
export type FigureList = { href: string; sentence: string };

/** Finds the list of what a figure of a prompt counts, by the path of the figure. */
export function explainScore(
	site: string,
	{ prompt, scores }: { prompt: ScoredPrompt; scores: Scores },
	path: string,
): FigureList | undefined {
	const found = explainScores(prompt, scores).find(({ figure }) => figure === path);
	if (!found) return undefined;
	const sentence = visibleText(describeFigure(found.filter, prompt.score?.title));
	if (found.of === 'responses') {
		const list = resolve('/(signed-in)/sites/[site]/responses', { site });
		return { sentence, href: linkFigure(`${list}?prompt=${prompt.id}`, found.filter) };
	}
	const results = {
		pathname: resolve('/(signed-in)/sites/[site]/prompts/[prompt]/results', {
			site,
			prompt: prompt.id,
		}),
		searchParams: new URLSearchParams(),
	};
	return { sentence, href: linkDisplays(results, found.filter) };
}
