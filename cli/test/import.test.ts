// Exports of other products in the shapes of their APIs, turned into prompt files and validated.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { sources } from '../src/import/sources.ts';
import {
	formbricksSample,
	posthogSample,
	surveyjsSample,
	typeformSample,
} from './import-samples.ts';
import { createPerson } from './run.ts';

type Note = { path: string; outcome: string; message: string };
type Data = {
	prompts: {
		survey_id: string;
		file: string;
		answers?: { file: string; responses: number };
		questions: number;
		notes: Note[];
		warnings: object[];
	}[];
};

async function importFile(from: string, value: unknown) {
	const person = createPerson({ url: 'http://127.0.0.1:1' });
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	writeFileSync(join(person.home, 'export.json'), text);
	const result = await person.run(['import', from, 'export.json', '--json']);
	return { person, result };
}

async function importPrompt(from: string, value: unknown) {
	const { person, result } = await importFile(from, value);
	const [imported] = result.data<Data>().prompts;
	const { code } = await person.run(['prompt', 'validate', '--file', imported!.file]);
	expect(code).toBe(0);
	const text = readFileSync(join(person.home, imported!.file), 'utf8');
	const content = parse(text) as { questions: unknown[] };
	const notes = imported!.notes.map(({ path, outcome }) => `${outcome} ${path}`);
	return { content, notes };
}

it('makes the folder for the prompt files', async () => {
	const person = createPerson({ url: 'http://127.0.0.1:1' });
	writeFileSync(join(person.home, 'form.json'), JSON.stringify(typeformSample));
	const argv = ['import', 'typeform', 'form.json', '--output', 'new/prompts'];
	expect((await person.run(argv)).code).toBe(0);
	expect(readdirSync(join(person.home, 'new/prompts'))).toHaveLength(1);
});

describe('a survey of PostHog', () => {
	const survey = posthogSample;

	it('keeps questions, branches, translations, the trigger and the appearance', async () => {
		const { content, notes } = await importPrompt('posthog', { results: [survey] });
		expect(content).toMatchObject({
			survey_id: 'export-feedback',
			questions: [
				{
					id: 'q1',
					type: 'nps',
					required: true,
					branches: [
						{ when: { op: 'at_least', value: 9 }, go: 'end' },
						{ when: { op: 'one_of', value: [7, 8] }, go: 'q2' },
						{ when: { op: 'at_most', value: 6 }, go: 'q3' },
					],
				},
				{
					type: 'single_choice',
					other_label: 'Something else',
					randomize: true,
					options: [
						{ value: 'a_report', label: 'A report' },
						{ value: 'a_table', label: 'A table' },
					],
					branches: [
						{ when: { op: 'is', value: 'a_report' }, go: 'end' },
						{ when: { op: 'is', value: 'a_table' }, go: 'q4' },
					],
				},
				{ type: 'long_text', help: 'Anything & all' },
				{ type: 'message', button: { label: 'Book', url: 'https://example.com/call' } },
			],
			translations: {
				fr: {
					questions: {
						q1: { title: 'Nous recommanderiez-vous ?' },
						q2: { options: { a_table: 'Un tableau' } },
					},
					thank_you: { title: 'Merci !' },
				},
			},
			trigger: { events: ['report_exported'] },
			thank_you: { title: 'Thanks!' },
			button_labels: { send: 'Go' },
			appearance: { accent: '#112233', position: 'bottom_left' },
			timing: { delay_seconds: 5 },
		});
		expect(notes).toEqual([
			'left_out questions.4',
			'changed conditions.events',
			'left_out conditions.url',
		]);
	});

	it('gets a unique survey ID beside another of the same name', async () => {
		const { result } = await importFile('posthog', [survey, survey]);
		expect(result.data<Data>().prompts.map((one) => one.survey_id)).toEqual([
			'export-feedback',
			'export-feedback-2',
		]);
	});

	it('branches on a group of answers alone', async () => {
		const [first, ...others] = survey.questions;
		const branching = { type: 'response_based', responseValues: { passives: 2 } };
		const questions = [{ ...first, branching }, ...others];
		const { content } = await importPrompt('posthog', { ...survey, questions });
		expect(content.questions[0]).toMatchObject({
			branches: [{ when: { op: 'one_of', value: [7, 8] }, go: 'q3' }],
		});
	});
});

describe('a survey of Formbricks', () => {
	const survey = formbricksSample;

	it('keeps questions, both forms of logic, translations and limits', async () => {
		const { content, notes } = await importPrompt('formbricks', { data: [survey] });
		expect(content).toMatchObject({
			survey_id: 'onboarding',
			questions: [
				{ id: 'welcome', type: 'message', title: 'Hello', button: { label: 'Start' } },
				{
					id: 'role',
					required: true,
					options: [{ value: 'developer' }, { value: 'manager' }],
					other_label: 'Other',
					branches: [{ when: { op: 'is', value: 'manager' }, go: 'why' }],
				},
				{
					id: 'ease',
					style: 'stars',
					branches: [{ when: { op: 'at_most', value: 2 }, go: 'end' }],
				},
				{ id: 'why', type: 'long_text' },
			],
			translations: {
				de: { questions: { role: { title: 'Ihre Rolle?', options: { manager: 'Leitung' } } } },
			},
			limits: { show: 'times', times: 3 },
			trigger: { events: ['setup_done'] },
			thank_you: { title: 'Done', text: 'Bye' },
		});
		expect(notes).toEqual(['left_out questions.2', 'left_out segment']);
	});

	it('reads blocks too', async () => {
		const { questions, ...rest } = survey;
		const blocks = questions.map((question, at) => ({
			id: `b${at}`,
			name: 'Block',
			elements: [question],
		}));
		const { content } = await importPrompt('formbricks', { ...rest, blocks });
		expect(content.questions).toHaveLength(4);
	});
});

describe('a form of Typeform', () => {
	const form = typeformSample;

	it('keeps fields, also of groups, and jumps', async () => {
		const { content, notes } = await importPrompt('typeform', form);
		expect(content).toMatchObject({
			survey_id: 'project-feedback',
			questions: [
				{ type: 'message', title: 'Hi', button: { label: 'Begin' } },
				{
					id: 'area',
					title: 'Which area went well?',
					options: [{ value: 'communication' }, { value: 'planning' }],
					branches: [{ when: { op: 'is', value: 'planning' }, go: 'last' }],
				},
				{
					id: 'scale',
					type: 'rating',
					scale: 6,
					branches: [{ when: { op: 'at_least', value: 5 }, go: 'end' }],
				},
				{ id: 'mail', type: 'short_text', format: 'email' },
				{ id: 'last', help: 'Optional' },
			],
			thank_you: { title: 'Thank you' },
		});
		expect(notes).toEqual([
			'changed fields.2',
			'left_out fields.3',
			'left_out logic.0.actions.1',
			'changed trigger',
		]);
	});
});

describe('a survey of SurveyJS', () => {
	const survey = surveyjsSample;

	it('keeps elements, and turns conditions into branches', async () => {
		const { content, notes } = await importPrompt('surveyjs', survey);
		expect(content).toMatchObject({
			survey_id: 'frameworks',
			questions: [
				{ id: 'using', branches: [{ when: { op: 'is_not', value: 'Yes' }, go: 'about' }] },
				{
					id: 'which',
					options: [
						{ value: 'ng', label: 'Angular' },
						{ value: 'react', label: 'React' },
						{ value: 'Vue' },
					],
				},
				{ id: 'about', type: 'long_text' },
				{ id: 'score', type: 'nps' },
			],
			translations: { de: { questions: { which: { title: 'Welche?' } } } },
			thank_you: { title: 'Thank you' },
		});
		expect(notes).toEqual([
			'left_out pages.1.elements.1',
			'left_out pages.0.elements.2.visibleIf',
			'changed trigger',
		]);
	});

	it('leaves out a question that a prompt cannot have, and keeps the others', async () => {
		const rating = { type: 'rating', name: 'score', rateMax: 20 };
		const choice = { type: 'radiogroup', name: 'one', choices: ['Only'] };
		const elements = [rating, choice, { type: 'comment', name: 'why' }];
		const { content, notes } = await importPrompt('surveyjs', { title: 'Scale', elements });
		expect(content.questions).toMatchObject([{ id: 'why' }]);
		expect(notes).toEqual(['left_out elements.0', 'left_out elements.1', 'changed trigger']);
	});
});

describe('exported answers', () => {
	const marked = { id: null as string | null, created_at: null as string | null };

	it.each([
		[
			'formbricks',
			formbricksSample,
			{
				data: [
					{
						id: 'r1',
						createdAt: '2026-01-02T03:04:05.000Z',
						surveyId: 'cm1',
						data: { role: 'Manager', ease: 4, day: '2026-01-01', why: ' Fast ' },
					},
					{ id: 'r2', surveyId: 'cm1', data: { role: 'Astronaut', ease: 9 } },
					{ id: 'r3', surveyId: 'another', data: { role: 'Manager' } },
					{ id: 'r4', surveyId: 'cm1', data: {} },
				],
			},
			[
				{
					id: 'r1',
					created_at: '2026-01-02T03:04:05.000Z',
					answers: { role: 'manager', ease: 4, why: 'Fast' },
				},
				{ ...marked, id: 'r2', answers: { role: { other: 'Astronaut' } } },
			],
		],
		[
			'posthog',
			posthogSample,
			{
				results: [
					{
						uuid: 'e1',
						timestamp: '2026-01-02T03:04:05Z',
						properties: {
							$survey_id: posthogSample.id,
							'$survey_response_65d26a2a-0d0a-4aa0-ac58-10cf3ea8e509': '9',
							$survey_response_1: 'A table',
							$survey_response_2: 'Less noise',
						},
					},
					{ uuid: 'e2', properties: { $survey_id: posthogSample.id, $survey_response: 3 } },
				],
			},
			[
				{
					id: 'e1',
					created_at: '2026-01-02T03:04:05Z',
					answers: { q1: 9, q2: 'a_table', q3: 'Less noise' },
				},
				{ ...marked, id: 'e2', answers: { q1: 3 } },
			],
		],
		[
			'typeform',
			typeformSample,
			{
				items: [
					{
						response_id: 't1',
						submitted_at: '2026-01-02T03:04:05Z',
						answers: [
							{ field: { ref: 'area' }, type: 'choice', choice: { label: 'Planning' } },
							{ field: { ref: 'scale' }, type: 'number', number: 6 },
							{ field: { ref: 'mail' }, type: 'email', email: 'ada@example.com' },
						],
					},
				],
			},
			[
				{
					id: 't1',
					created_at: '2026-01-02T03:04:05Z',
					answers: { area: 'planning', scale: 6, mail: 'ada@example.com' },
				},
			],
		],
		[
			'surveyjs',
			surveyjsSample,
			[{ using: 'Yes', which: ['ng', 'other'], 'which-Comment': 'Solid', score: 0 }],
			[{ ...marked, answers: { using: 'Yes', which: ['ng', { other: 'Solid' }], score: 0 } }],
		],
	])(
		'of %s are marked, and have the values of the prompt file',
		async (from, survey, given, lines) => {
			const person = createPerson({ url: 'http://127.0.0.1:1' });
			writeFileSync(join(person.home, 'export.json'), JSON.stringify(survey));
			writeFileSync(join(person.home, 'answers.json'), JSON.stringify(given));
			const argv = ['import', from, 'export.json', '--answers', 'answers.json', '--json'];
			const [imported] = (await person.run(argv)).data<Data>().prompts;
			expect(imported!.answers!.responses).toBe(lines.length);
			const text = readFileSync(join(person.home, imported!.answers!.file), 'utf8');
			expect(
				text
					.trim()
					.split('\n')
					.map((line) => JSON.parse(line) as object),
			).toEqual(
				lines.map((line) => ({ imported_from: from, survey_id: imported!.survey_id, ...line })),
			);
		},
	);

	it('keep their place on a scale that begins at another number', async () => {
		const person = createPerson({ url: 'http://127.0.0.1:1' });
		const fields = [{ ref: 'a', title: 'A', type: 'opinion_scale', properties: { steps: 5 } }];
		const answers = [{ field: { ref: 'a' }, type: 'number', number: 0 }];
		writeFileSync(join(person.home, 'export.json'), JSON.stringify({ title: 'S', fields }));
		writeFileSync(join(person.home, 'answers.json'), JSON.stringify({ items: [{ answers }] }));
		await person.run(['import', 'typeform', 'export.json', '--answers', 'answers.json']);
		const text = readFileSync(join(person.home, 's.answers.ndjson'), 'utf8');
		expect(JSON.parse(text)).toMatchObject({ answers: { a: 1 } });
	});

	it('that cannot be read are refused, and nothing is written', async () => {
		const person = createPerson({ url: 'http://127.0.0.1:1' });
		writeFileSync(join(person.home, 'export.json'), JSON.stringify(typeformSample));
		writeFileSync(join(person.home, 'answers.json'), '{"items": 1}');
		const argv = ['import', 'typeform', 'export.json', '--answers', 'answers.json', '--json'];
		const { code, failure } = await person.run(argv);
		expect(code).toBe(2);
		expect(failure().error.message).toContain('has no answers of Typeform: items');
		expect(readdirSync(person.home).toSorted()).toEqual(['answers.json', 'export.json']);
	});
});

describe('a file that cannot be imported', () => {
	it.each([
		['posthog', 'not json', 'is not JSON'],
		['posthog', {}, 'is no export of PostHog'],
		['formbricks', { name: 'A' }, 'is no export of Formbricks'],
		['typeform', { title: 'A', fields: [] }, 'is no export of Typeform: fields'],
		['surveyjs', { title: 'A' }, 'must have pages, elements or questions'],
		[
			'typeform',
			{ title: 'A', fields: [{ type: 'payment', title: 'Pay' }] },
			'no question that a prompt can ask',
		],
	])('%s: %j is refused, and nothing is written', async (from, value, message) => {
		const { person, result } = await importFile(from, value);
		expect(result.code).toBe(2);
		expect(result.failure().error.message).toContain(message);
		expect(readdirSync(person.home)).toEqual(['export.json']);
	});

	it('never replaces a file without --force', async () => {
		const { person } = await importFile('surveyjs', {
			title: 'A',
			elements: [{ type: 'comment', name: 'q' }],
		});
		const again = await person.run(['import', 'surveyjs', 'export.json', '--json']);
		expect(again.code).not.toBe(0);
		expect((await person.run(['import', 'surveyjs', 'export.json', '--force'])).code).toBe(0);
		expect(existsSync(join(person.home, 'a.prompt.yaml'))).toBe(true);
	});
});

describe('a file with one value replaced', () => {
	const samples = {
		formbricks: formbricksSample,
		posthog: posthogSample,
		typeform: typeformSample,
		surveyjs: surveyjsSample,
	};

	it.each(Object.entries(samples))(
		'of %s gives a valid prompt, or says what is wrong',
		(from, sample) => {
			const places = listPlaces(sample);
			fc.assert(
				fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
					const read = sources[from as keyof typeof sources].read(replace(sample, place, value));
					if ('error' in read) return;
					for (const { toPrompt } of read.surveys) expect(toPrompt).not.toThrow(TypeError);
				}),
				{ numRuns: 400 },
			);
		},
	);
});

type Place = readonly (string | number)[];
type Tree = Record<string | number, unknown>;

function listPlaces(value: unknown, at: Place = []): Place[] {
	if (typeof value !== 'object' || value === null) return [at];
	const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
	const inside = keys.flatMap((key) =>
		listPlaces((value as Record<string | number, unknown>)[key], [...at, key]),
	);
	return at.length > 0 ? [at, ...inside] : inside;
}

function replace(whole: object, place: Place, value: unknown): unknown {
	const copy = structuredClone(whole) as Tree;
	let inside = copy;
	for (const key of place.slice(0, -1)) inside = inside[key] as Tree;
	inside[place.at(-1)!] = value;
	return copy;
}
