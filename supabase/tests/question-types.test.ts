// SQL repeats which types of question have texts, scores and counted answers. The contract decides.
import {
	answerKinds,
	isCounted,
	listTypes,
	type PromptInput,
	type QuestionType,
} from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { report } from './caller.ts';
import { createDestination } from './destinations.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt, type TestPrompt, type TestSite } from './sites.ts';
import { newVisit } from './visits.ts';

const options = ['one', 'two'].map((value) => ({ value, label: value }));

/** Required settings and an answer of each type. */
const examples: Record<QuestionType, { settings?: object; answer: unknown }> = {
	rating: { answer: 4 },
	nps: { answer: 9 },
	single_choice: { settings: { options }, answer: 'one' },
	multiple_choice: { settings: { options }, answer: ['one', 'two'] },
	short_text: { answer: 'Short' },
	long_text: { answer: 'Long' },
	yes_no: { answer: true },
	consent: { settings: { label: 'I agree' }, answer: true },
	message: { answer: true },
	screenshot: { answer: '0193b3a2-0000-7000-8000-000000000001' },
};

const types = Object.keys(answerKinds) as QuestionType[];
const answers = Object.fromEntries(types.map((type) => [type, examples[type].answer]));

let database: TestDatabase;
let site: TestSite;
let prompt: TestPrompt;
beforeAll(async () => {
	database = await createDatabase();
	site = await createSite(database.admin);
	const questions = types.map((type) => ({
		id: type,
		type,
		title: type,
		...examples[type].settings,
	}));
	prompt = await publishPrompt(database.admin, site.id, {
		trigger: { events: ['done'] },
		questions: questions as PromptInput['questions'],
	});
	const { display } = await report(database.ingest, newVisit(site.id), 'done');
	await storeAnswers(database.ingest, {
		site: site.id,
		display,
		seq: 1,
		final: true,
		answers: answers as never,
		now: null,
	});
});
afterAll(() => database.close());

const sorted = (names: Iterable<string>) => [...names].toSorted();

it.each([...new Set(Object.values(answerKinds))])(
	'SQL lists the types of the kind %s',
	async (kind) => {
		const [row] = await database.admin<{ types: string[] }[]>`
		select to_jsonb(app.list_question_types(${kind})) as types`;
		expect(sorted(row!.types)).toEqual(sorted(listTypes(kind)));
	},
);

it('texts are stored for the search of the types whose answers are texts', async () => {
	const rows = await database.admin<{ question: string }[]>`
		select question_id as question from app.text_answers where site_id = ${site.id}`;
	expect(sorted(rows.map(({ question }) => question))).toEqual(sorted(listTypes('text')));
});

it('precomputed results have the values of the types whose answers are counted', async () => {
	const [row] = await database.admin<{ versions: { values: Record<string, unknown> }[] }[]>`
		select app.count_result_part(${site.id}, ${prompt.id}, now() - interval '1 day', now() + interval '1 day') as versions`;
	const [version] = row!.versions;
	expect(sorted(Object.keys(version!.values))).toEqual(
		sorted(types.filter((type) => isCounted({ type }))),
	);
});

it('a digest has the scores and the texts of the types that have them', async () => {
	const destination = await createDestination(database.admin, site.id, {
		kind: 'email',
		recipients: ['ada@example.com'],
		event_types: ['response.closed'],
		schedule: { every: 'day', hour: 9, time_zone: 'UTC' },
	});
	type Digest = { prompts: { scores: { question: string }[]; words: { question: string }[] }[] };
	const [row] = await database.admin<{ digest: Digest }[]>`
		select app.read_digest(${site.id}, ${destination}, now() - interval '1 day', now() + interval '1 day') as digest`;
	const [read] = row!.digest.prompts;
	expect(sorted(read!.scores.map(({ question }) => question))).toEqual(sorted(listTypes('score')));
	expect(sorted(read!.words.map(({ question }) => question))).toEqual(sorted(listTypes('text')));
});
