import { examplePrompt, promptSchema } from '@feedback/contract';
import type { Prompt, PromptInput } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { comparePrompts } from './compare-prompts.ts';
import { compareLines } from './compare-lines.ts';
import { listFacts } from './prompt-facts.ts';

/** Every field that the contract's example leaves out. */
const rest: PromptInput = {
	survey_id: 'rest',
	name: 'The rest',
	questions: [
		{
			id: 'pick',
			type: 'single_choice',
			title: 'Which?',
			help: 'One.',
			options: options('a', 'b'),
			other_label: 'Mine',
		},
		{
			id: 'some',
			type: 'multiple_choice',
			title: 'Which ones?',
			options: options('a', 'b', 'c'),
			min_choices: 1,
			max_choices: 2,
		},
		{ id: 'mail', type: 'short_text', title: 'Where?', placeholder: 'you@…', format: 'email' },
		{ id: 'text', type: 'long_text', title: 'What else?', placeholder: 'Anything' },
		{
			id: 'sure',
			type: 'yes_no',
			title: 'Sure?',
			yes_label: 'Aye',
			no_label: 'Nay',
			branches: [
				{ when: { op: 'one_of', value: ['x', 3] }, go: 'end' },
				{ when: { op: 'skipped' }, go: 'end' },
			],
		},
		{ id: 'agree', type: 'consent', title: 'Terms', label: 'I agree' },
		{
			id: 'word',
			type: 'message',
			title: 'So',
			text: 'Much',
			button: { label: 'Read', url: 'https://example.com/' },
		},
	],
	thank_you: { title: 'Thanks' },
	audience: {
		all: [
			{ context: 'device', op: 'is_not', value: 'phone' },
			{ trait: 'n', op: 'between', value: [1, 2] },
			{ trait: 'n', op: 'less', value: 3 },
			{ trait: 't', op: 'not_contains', value: 'x' },
			{ trait: 'd', op: 'before', value: '2026-01-01' },
			{ trait: 'd', op: 'newer_than', days: 3 },
			{ trait: 'e', op: 'exists' },
			{ first_seen: 'older_than', days: 3 },
			{ identified: true },
		],
	},
	trigger: {
		events: ['a', 'b'],
		where: { property: 'p', op: 'exists', verified: true },
		verified: true,
	},
	timing: { ends_at: '2027-01-01T00:00:00Z' },
	limits: { show: 'times', times: 3, again_after_days: 2, site_limits: 'ignore' },
	appearance: { position: 'inline', target: '#here', theme: 'dark', font: 'inherit' },
	translations: {
		de: {
			thank_you: { title: 'Danke', text: 'Sehr' },
			questions: { word: { text: 'x', button_label: 'y' } },
		},
	},
	experiment: {
		key: 'words',
		variants: [
			{ key: 'control', weight: 3 },
			{
				key: 'short',
				questions: [{ id: 'sure', type: 'yes_no', title: 'Sure?' }],
				thank_you: { title: 'Thanks again' },
				translations: { fr: { questions: { sure: { title: 'Sûr ?' } } } },
				timing: { delay_seconds: 9 },
				appearance: { accent: '#112233' },
			},
		],
	},
};

function options(...values: string[]) {
	return values.map((value) => ({ value, label: value.toUpperCase() }));
}

type Path = (string | number)[];

function listLeaves(value: unknown, path: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [path];
	return Object.entries(value).flatMap(([key, inner]) =>
		listLeaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
	);
}

/** The prompt with one leaf replaced by another value of its type. */
function alter(prompt: Prompt, path: Path): Prompt {
	const copy = structuredClone(prompt) as unknown;
	const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as never)[key], copy);
	const key = path.at(-1)!;
	const value = (parent as Record<string, unknown>)[key];
	const other =
		typeof value === 'number'
			? value + 1
			: typeof value === 'boolean'
				? !value
				: otherText(String(value));
	(parent as Record<string, unknown>)[key] = other;
	return copy as Prompt;
}

const pairs = [
	['older_than', 'newer_than'],
	['is', 'is_not'],
	['at_least', 'greater'],
	['exists', 'missing'],
	['before', 'after'],
	['respect', 'ignore'],
	['once', 'always'],
	['until_answered', 'always'],
	['skipped', 'answered'],
	['email', 'url'],
	['at_most', 'less'],
	['not_contains', 'contains'],
	['auto', 'light'],
	['system', 'inherit'],
];

function otherText(value: string): string {
	const pair = pairs.find((words) => words.includes(value));
	if (pair) return pair.find((word) => word !== value)!;
	if (/^\d{4}-/.test(value)) return value.replace(/^\d{4}/, '2029');
	return `${value}x`;
}

const prompts = [promptSchema.parse(examplePrompt), promptSchema.parse(rest)];

describe('the difference of two prompts in words', () => {
	it.each(prompts.map((prompt) => [prompt.survey_id, prompt] as const))(
		'misses nothing that can be changed about %s',
		(_, prompt) => {
			const leaves = listLeaves(prompt).filter((path) => hasOtherForm(prompt, path));
			expect(leaves.length).toBeGreaterThan(60);
			const missed = leaves.filter(
				(path) => comparePrompts(prompt, alter(prompt, path)).length === 0,
			);
			expect(missed.map((path) => path.join('.'))).toEqual([]);
		},
	);
	it('is empty for the same prompt', () => {
		for (const prompt of prompts)
			expect(comparePrompts(prompt, structuredClone(prompt))).toEqual([]);
	});

	it('names what was added and removed', () => {
		const [before] = prompts;
		const after = structuredClone(before!);
		after.questions.pop();
		delete after.audience;
		after.questions[0]!.title = 'Was it easy?';
		const changes = comparePrompts(before!, after);
		expect(changes).toContainEqual({
			key: 'question ease',
			about: 'Question “ease”',
			kind: 'changed',
			gone: ['Asks “How easy was it to export your report?”'],
			came: ['Asks “Was it easy?”'],
		});
		expect(changes.find(({ about }) => about === 'Audience')!.came).toEqual(['Everyone.']);
		expect(changes.find(({ kind }) => kind === 'gone')!.about).toBe('Question “more”');
	});

	it('reports when results start again', () => {
		const [before] = prompts;
		const about = (question: object) => {
			const after = structuredClone(before!);
			Object.assign(after.questions[0]!, question);
			return comparePrompts(before!, after).flatMap(({ came }) => came);
		};
		const split = 'Results start over: earlier answers are shown separately.';
		expect(about({ scale: 10 })).toContain(split);
		expect(about({ title: 'Was it easy?', style: 'stars' })).not.toContain(split);
	});

	it('reports when people move to another variant', () => {
		const before = prompts[1]!;
		const about = (change: (experiment: NonNullable<Prompt['experiment']>) => void) => {
			const after = structuredClone(before);
			change(after.experiment!);
			return comparePrompts(before, after).flatMap(({ gone, came }) => [...gone, '→', ...came]);
		};
		expect(about(({ variants }) => variants.reverse())).toEqual([
			'Order: “control”, “short”.',
			'→',
			'Order: “short”, “control”.',
			'Some people move to another variant.',
		]);
		expect(about(({ variants }) => (variants[1]!.weight = 6))).toEqual([
			'Weight 3: 75% of people.',
			'→',
			'Weight 3: 33.3% of people.',
			'Some people move to another variant.',
			'Weight 1: 25% of people.',
			'→',
			'Weight 6: 66.7% of people.',
		]);
		const doubled = about(({ variants }) => variants.forEach((variant) => (variant.weight *= 2)));
		expect(doubled).not.toContain('Some people move to another variant.');
		expect(about((experiment) => (experiment.key = 'other'))).toContain(
			'The new key assigns everyone again.',
		);
		expect(about(({ variants }) => (variants[0]!.weight = 1_000))).toContain(
			'Weight 1: less than 0.1% of people.',
		);
	});

	it('agrees with the number of responses', () => {
		const came = ([1, 2] as const).map((responses) =>
			comparePrompts(prompts[0]!, { ...prompts[0]!, budget: { responses } })[0]!.came.at(-1),
		);
		expect(came).toEqual(['Until 1 response is stored.', 'Until 2 responses are stored.']);
	});

	it('does not call an empty language translated', () => {
		const before = { ...prompts[0]!, translations: {} };
		const after = { ...before, translations: { fr: { questions: {} } } };
		const [change] = comparePrompts(before, after);
		expect(change).toMatchObject({
			about: 'Translation “fr”',
			came: [expect.stringMatching(/^0 of \d+ texts are translated\.$/)],
		});
	});

	it('shows invisible characters, and the order when only that changed', () => {
		const [before] = prompts;
		const after = structuredClone(before!);
		after.name = 'Safe\u202etxt\u0007';
		(after.audience as { all: unknown[] }).all.reverse();
		const changes = comparePrompts(before!, after);
		expect(changes.find(({ about }) => about === 'Name')!.came).toEqual([
			'“Safe\\u{202e}txt\\u{7}”',
		]);
		const who = changes.find(({ about }) => about === 'Audience')!;
		expect(who.came).toEqual([...who.gone].reverse());
	});
});

/** False for a field that decides which other fields exist: changing it alone gives an invalid prompt. */
function hasOtherForm(prompt: Prompt, path: Path): boolean {
	const key = path.at(-1)!;
	const value = path.reduce<unknown>((at, name) => (at as never)[name], prompt) as string;
	if (key === 'op') return pairs.some((words) => words.includes(value));
	return key !== 'type' && value !== 'times';
}

it('every line about a prompt is a sentence without markup', () => {
	for (const { lines } of prompts.flatMap(listFacts)) {
		expect(lines.length).toBeGreaterThan(0);
		for (const line of lines) expect(line).not.toMatch(/undefined|\[object/);
	}
});

it('a line diff keeps the order, with each line once', () => {
	const lines = compareLines('a\nb\nc', 'a\nx\nc\nd');
	expect(lines.map(({ sign, text }) => sign + text)).toEqual([' a', '-b', '+x', ' c', '+d']);
});
