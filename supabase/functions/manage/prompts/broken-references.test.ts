import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;

const content = (value: string, more: Partial<PromptInput> = {}) =>
	writePrompt({
		survey_id: 'kind',
		questions: [
			{
				id: 'c',
				type: 'single_choice',
				title: 'What is it?',
				options: [
					{ value, label: 'Bug' },
					{ value: 'idea', label: 'Idea' },
				],
			},
		],
		...more,
	});

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, content('bug') as never);
	const saved = await team.manage.ask(team.editor, 'createSavedFilter', {
		site,
		prompt,
		name: 'Bugs',
		filter: { condition: { any: [{ answer: 'c', op: 'one_of', value: ['bug', 'idea'] }] } },
	});
	expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300);
});
afterAll(() => team.end());

const check = async (next: object) => {
	const { body } = await team.manage.ask(team.viewer, 'checkPrompt', {
		site,
		prompt,
		content: next,
	});
	return body.warnings
		.map(({ message }) => message)
		.filter((message) => message.startsWith('The filter'));
};

it('names the filters that a renamed option or a removed question breaks', async () => {
	expect(await check(content('bug'))).toEqual([]);
	expect(await check(content('defect'))).toEqual([
		'The filter "Bugs" compares "c" with "bug", which is no longer an answer',
	]);
	const questions = [{ id: 'n', type: 'nps', title: 'Recommend?' } as const];
	expect(await check(content('bug', { questions }))).toEqual([
		'The filter "Bugs" compares "c", which is no longer asked',
	]);
});
