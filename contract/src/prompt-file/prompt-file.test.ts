import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { examplePrompt } from '../example-prompt.ts';
import { promptSchema } from '../prompt.ts';
import { rounds } from '../statistics/simulation/rounds.ts';
import { arbitraryPrompt } from './arbitrary-prompt.ts';
import { findClosestWord, parsePromptFile, promptJsonSchema, writePromptFile } from './mod.ts';
import { decodeProposal, encodeProposal, longestProposal } from './proposal.ts';

const small = `survey_id: ease
name: Ease
questions:
  - id: score
    type: rating
    title: How was it?
`;

function issuesOf(text: string, name = 'prompt.yaml') {
	const parsed = parsePromptFile(text, name);
	if (!('issues' in parsed)) throw new Error('The file is valid.');
	return parsed.issues.map(({ line, column, path, message, suggestion }) =>
		[`${line}:${column}`, path.join('.'), message, suggestion && `(${suggestion})`]
			.filter(Boolean)
			.join(' '),
	);
}

describe('a prompt file', () => {
	it('needs only a survey ID, a name and a question', () => {
		const parsed = parsePromptFile(small, 'prompt.yaml');
		expect(parsed).toEqual({
			content: promptSchema.parse({
				survey_id: 'ease',
				name: 'Ease',
				questions: [{ id: 'score', type: 'rating', title: 'How was it?' }],
			}),
		});
	});

	it.each([
		[
			'a key with a typo',
			small.replace('questions', 'questons'),
			['3:1 questons is not known here (questions)'],
		],
		[
			'a key far from every other',
			`${small}zebra: 1\n`,
			[
				'7:1 zebra is not known here; known are: survey_id, name, language, questions, thank_you, ask_later, button_labels, translations, audience, trigger, sampling, timing, limits, budget, priority, appearance, experiment',
			],
		],
		[
			'a key deep inside',
			small.replace('title:', 'titel:'),
			['6:5 questions.0.titel is not known here (title)'],
		],
		[
			'a key of another shape',
			`${small}audience:\n  all:\n    - trait: plan\n      op: is\n      valeu: pro\n`,
			['11:7 audience.all.0.valeu is not known here (value)'],
		],
		[
			'a word with a typo',
			small.replace('rating', 'ratng'),
			[/^5:11 questions\.0\.type must be one of rating, nps.* \(rating\)$/],
		],
		[
			'a word with a typo in a condition',
			`${small}audience: { trait: plan, op: iss, value: pro }\n`,
			[/^7:30 audience\.op must be one of is, is_not.*\(is\)$/],
		],
		['a value out of bounds', `${small}priority: 101\n`, ['7:11 priority must be at most 100']],
		['an empty value', `${small}audience:\n`, [/^7:1 audience /]],
		[
			'a missing key, where it should be',
			small.replace(/ +title.*\n/, ''),
			['4:5 questions.0.title is missing; must be a string'],
		],
		[
			'a contradiction between fields',
			small + small.slice(small.indexOf('  - id')),
			['7:9 questions.1.id "score" is used by an earlier question'],
		],
		[
			'a reserved question ID, because its answers would be refused',
			small.replace('id: score', 'id: prototype'),
			['4:9 questions.0.id "prototype" is reserved; choose another ID'],
		],
		['a list at the top', '- a\n', ['1:1 must be an object']],
		['nothing', ' \n', ['1:1 The file is empty.']],
	])('with %s is reported with its line and column', (_, text, expected) => {
		const found = issuesOf(text);
		for (const issue of expected)
			expect(found).toContainEqual(expect.stringMatching(exactly(issue)));
	});

	it.each([
		['bad indentation', 'survey_id: a\n  name: b\n', /^1:12 Nested mappings/],
		['a key twice', `${small}name: Again\n`, /^7:1 Map keys must be unique/],
		['an unknown tag', `${small}priority: !ruby/object 3\n`, /^7:11 Unresolved tag/],
		['an anchor that is not there', `${small}priority: *no\n`, /^\d+:\d+ Unresolved alias/],
		['two documents', `${small}---\n${small}`, /multiple documents/],
		['too many aliases', bomb(), /Excessive alias count/],
		['a hundred thousand brackets', '['.repeat(100_000), /nested too deeply/],
		['a megabyte', `# ${'x'.repeat(1_000_000)}`, /more than \d+ characters/],
	])('with %s is refused, not read', (_, text, expected) => {
		expect(issuesOf(text)[0]).toMatch(expected);
	});

	it('may be JSON, with tabs and an address of the schema for editors', () => {
		const json = JSON.stringify({ $schema: 'x', ...examplePrompt }, null, '\t');
		expect(parsePromptFile(json, 'a.json')).toEqual({ content: promptSchema.parse(examplePrompt) });
		expect(parsePromptFile(json, 'stdin')).toEqual({ content: promptSchema.parse(examplePrompt) });
	});

	it('named .json is strict JSON, and its issues have a line and column too', () => {
		expect(issuesOf('{\n\t"survey_id": "a",\n}', 'a.json')[0]).toMatch(/^3:1 This is not JSON: /);
		expect(issuesOf('{\n\t"survey_id": "a",\n\t"nam": "b"\n}', 'a.json')).toContain(
			'3:2 nam is not known here (name)',
		);
	});

	it('may use Windows line endings and a byte order mark', () => {
		const text = `\ufeff${small.replaceAll('\n', '\r\n')}`;
		expect(parsePromptFile(text, 'a.yaml')).toHaveProperty('content.survey_id', 'ease');
		expect(issuesOf(text.replace('rating', 'ratng'))[0]).toMatch(/^5:11 /);
	});

	it('larger than the limit of a prompt is refused', () => {
		const words = 'x'.repeat(2_000);
		const options = Array.from({ length: 30 }, (_, at) => ({
			value: `v${at}`,
			label: `${at}${words.slice(0, 290)}`,
		}));
		const questions = Array.from({ length: 20 }, (_, at) => ({
			id: `q${at}`,
			type: 'single_choice',
			title: 'x',
			help: words,
			options,
		}));
		const text = JSON.stringify({ survey_id: 'a', name: 'a', questions });
		expect(issuesOf(text)[0]).toMatch(/bytes as JSON; the maximum is 65536/);
	});
});

describe('a written prompt file', () => {
	it('omits defaults', () => {
		const parsed = parsePromptFile(small, 'prompt.yaml');
		if (!('content' in parsed)) throw new Error('The file is not valid.');
		expect(writePromptFile(parsed.content, 'yaml')).toBe(small);
	});

	it('of the full example is read back unchanged', () => {
		const prompt = promptSchema.parse(examplePrompt);
		expect(parsePromptFile(writePromptFile(prompt, 'yaml'), 'a.yaml')).toEqual({ content: prompt });
		expect(JSON.parse(writePromptFile(prompt, 'json'))).not.toHaveProperty('language');
	});

	it.each(['yaml', 'json'] as const)(
		'reads back as the same prompt: any prompt, as %s',
		(format) => {
			fc.assert(
				fc.property(arbitraryPrompt, (prompt) => {
					const text = writePromptFile(prompt, format);
					expect(parsePromptFile(text, `a.${format}`)).toEqual({ content: prompt });
				}),
				{ numRuns: rounds(60, 200) },
			);
		},
		30_000,
	);
});

describe('the JSON Schema', () => {
	it('names and describes every key of a prompt', () => {
		const { properties } = promptJsonSchema();
		expect(Object.keys(properties!)).toEqual(['$schema', ...Object.keys(promptSchema.shape)]);
		for (const schema of Object.values(properties!))
			expect(schema.description).toMatch(/[A-Za-z0-9)]\.$/);
	});
});

describe('a proposal', () => {
	it('contains any prompt in a fragment', async () => {
		await fc.assert(
			fc.asyncProperty(arbitraryPrompt, async (prompt) => {
				const fragment = await encodeProposal(prompt);
				expect(fragment).toMatch(/^[\w-]+$/);
				fc.pre(fragment.length <= longestProposal);
				expect(await decodeProposal(fragment)).toEqual(prompt);
			}),
			{ numRuns: rounds(40, 100) },
		);
	}, 30_000);

	it('of the full example is well below its limit', async () => {
		const fragment = await encodeProposal(promptSchema.parse(examplePrompt));
		expect(fragment.length).toBeLessThan(longestProposal / 4);
	});

	it.each(['', '%', 'AAAA', 'a'.repeat(longestProposal + 1)])(
		'that is damaged is none: %.8s',
		async (text) => {
			expect(await decodeProposal(text)).toBeUndefined();
		},
	);

	it('that would decompress to more than a prompt is refused', async () => {
		const stream = new Blob([`{"x":"${'a'.repeat(5_000_000)}"}`]).stream();
		const deflated = await new Response(
			stream.pipeThrough(new CompressionStream('deflate-raw')),
		).arrayBuffer();
		const binary = String.fromCharCode(...new Uint8Array(deflated));
		const fragment = btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
		expect(fragment.length).toBeLessThan(longestProposal);
		expect(await decodeProposal(fragment)).toBeUndefined();
	});
});

describe('the closest word', () => {
	it.each([
		['audiense', 'audience'],
		['tirgger', 'trigger'],
		['Audience', 'audience'],
		['xyz', undefined],
		['', undefined],
	])('to %j is %j', (word, expected) => {
		expect(findClosestWord(word, ['audience', 'trigger', 'timing'])).toBe(expected);
	});
});

function exactly(issue: string | RegExp): RegExp {
	return typeof issue === 'string'
		? new RegExp(`^${issue.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
		: issue;
}

function bomb(): string {
	const levels = Array.from({ length: 9 }, (_, at) =>
		at === 0
			? 'a0: &a0 [x, x]'
			: `a${at}: &a${at} [${Array(9)
					.fill(`*a${at - 1}`)
					.join(', ')}]`,
	);
	return levels.join('\n');
}
