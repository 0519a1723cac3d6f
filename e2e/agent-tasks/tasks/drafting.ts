import assert from 'node:assert/strict';

import { decodeProposal } from '../../../contract/src/prompt-file/proposal.ts';
import { reachedQuestions } from '../../../contract/src/answer.ts';
import type { Task } from '../task.ts';
import { drafted, ease, published } from './ease.ts';

const idsReached = (questions: Parameters<typeof reachedQuestions>[0], rating: number) =>
	reachedQuestions(questions, { ease: rating }).map(({ id }) => id);

/** Tasks that write prompts and what belongs to them, without publishing anything. */
export const draftingTasks: readonly Task[] = [
	{
		id: 'propose',
		sentence:
			'Propose a prompt with the survey ID `share-ease` that asks “How easy was it to share the report?” on a scale of 5 after the event report.shared. Save nothing; give me the link.',
		async check({ answer, person }) {
			const encoded = /#([\w-]+)/.exec(answer)?.[1];
			assert.ok(encoded, 'The answer has no link.');
			const proposed = await decodeProposal(encoded);
			assert.equal(proposed?.survey_id, 'share-ease');
			assert.equal(proposed.questions[0]?.type, 'rating');
			assert.deepEqual(proposed.trigger?.events, ['report.shared']);
			const { items } = await person.client.listPrompts({ site: person.site.id });
			assert.deepEqual(items, []);
		},
	},
	{
		id: 'draft',
		sentence:
			'Save a draft with the survey ID `recommend` that asks the NPS question after the event invoice.paid.',
		async check({ readPrompt }) {
			const { state, latest } = await readPrompt('recommend');
			assert.equal(state, 'draft');
			assert.equal(latest.content.questions[0]?.type, 'nps');
			assert.deepEqual(latest.content.trigger?.events, ['invoice.paid']);
		},
	},
	{
		id: 'branch',
		sentence:
			'Change the draft `ease`: only people who rate it 2 or lower should be asked “What made it so?”.',
		start: drafted,
		async check({ readPrompt }) {
			const { questions } = (await readPrompt('ease')).latest.content;
			assert.deepEqual(idsReached(questions, 1), ['ease', 'why']);
			assert.deepEqual(idsReached(questions, 2), ['ease', 'why']);
			assert.deepEqual(idsReached(questions, 3), ['ease']);
			assert.deepEqual(idsReached(questions, 5), ['ease']);
		},
	},
	{
		id: 'earlier-answers',
		sentence:
			'Save a draft `follow-up` that asks “What should we fix first?” after report.exported, but only people who rated `ease` 2 or lower in the last 30 days.',
		start: published,
		async check({ readPrompt }) {
			const { audience, trigger } = (await readPrompt('follow-up')).latest.content;
			const written = JSON.stringify(audience);
			assert.match(written, /"prompt":"ease"/);
			assert.match(written, /"answer":"ease"/);
			assert.match(written, /"within_days":30/);
			assert.deepEqual(trigger?.events, ['report.exported']);
		},
	},
	{
		id: 'template',
		sentence:
			'Save the template for customer satisfaction (CSAT) as a draft with the survey ID `export-satisfaction`.',
		async check({ readPrompt }) {
			const { state, latest } = await readPrompt('export-satisfaction');
			assert.equal(state, 'draft');
			assert.equal(latest.content.questions[0]?.title, 'How satisfied are you with the export?');
		},
	},
	{
		id: 'audience',
		sentence:
			'Save an audience with the key `pro` for everyone whose trait plan is pro, and use it in the draft `ease`.',
		start: drafted,
		async check({ person, readPrompt }) {
			const { items } = await person.client.listAudiences({ site: person.site.id });
			assert.deepEqual(
				items.map(({ key }) => key),
				['pro'],
			);
			assert.match(JSON.stringify((await readPrompt('ease')).latest.content.audience), /"pro"/);
		},
	},
	{
		id: 'copy-to-site',
		sentence: 'Copy the prompt `ease` from the site Reports to the site Production, as a draft.',
		start: { ...drafted, sites: ['Production'] },
		async check({ person, sites }) {
			const site = sites['Production']!;
			const { state, latest } = await person.client.getPrompt({ site, prompt: 'ease' });
			assert.equal(state, 'draft');
			assert.equal(latest.content.questions[0]?.title, ease.questions[0].title);
		},
	},
	{
		id: 'forecast',
		sentence: 'How many people would the draft `ease` have reached in the last 30 days?',
		start: {
			...drafted,
			visits: ['acme', 'birch', 'cedar', 'dahlia'].map((account) => ({
				event: 'report.exported',
				account,
			})),
		},
		check({ answer }) {
			assert.match(answer, /\b4\b|four/i);
		},
	},
	{
		id: 'saved-filter',
		sentence:
			'Save a filter named “Low ratings” for the results of `ease`: answers of 2 or lower to the question ease.',
		start: published,
		async check({ person }) {
			const at = { site: person.site.id, prompt: 'ease' };
			const { items } = await person.client.listSavedFilters(at);
			assert.equal(items[0]?.name, 'Low ratings');
			assert.match(JSON.stringify(items[0].filter), /"answer":"ease"/);
		},
	},
];
