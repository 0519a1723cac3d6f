import { expect, it } from 'vitest';

import { addFigures } from './figures.ts';
import type { PromptSummary } from './figures.ts';

const prompt = (
	state: PromptSummary['state'],
	displays: number,
	answered: number,
	responses = answered,
) => ({ state, displays, answered, responses }) as PromptSummary;

it('adds up the figures of all prompts, including unpublished ones', () => {
	const prompts = [prompt('published', 10, 4), prompt('paused', 5, 1, 21), prompt('draft', 0, 0)];
	expect(addFigures(prompts)).toEqual({ published: 1, displays: 15, answered: 5, responses: 25 });
	expect(addFigures([])).toEqual({ published: 0, displays: 0, answered: 0, responses: 0 });
});
