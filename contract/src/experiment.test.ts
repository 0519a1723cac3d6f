import { describe, expect, it } from 'vitest';

import { findVariant, limits, listIssues, promptSchema } from './mod.ts';
import type { PromptInput } from './mod.ts';

const question = { id: 'score', type: 'rating', title: 'How was it?' } as const;
const base = {
	survey_id: 'ease',
	name: 'Ease',
	questions: [question],
	timing: { delay_seconds: 5 },
	appearance: { position: 'inline', target: '#feedback', theme: 'dark' },
} satisfies PromptInput;
type Variants = NonNullable<PromptInput['experiment']>['variants'];

const withVariants = (variants: unknown[], change: Partial<PromptInput> = {}) => ({
	...base,
	...change,
	experiment: { key: 'wording', variants },
});

function issuesOf(prompt: unknown): string[] {
	const parsed = promptSchema.safeParse(prompt, { reportInput: true });
	if (parsed.success) return [];
	return listIssues(parsed.error).map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

const control = { key: 'control' };
const inVariant = (variant: object) => [control, { key: 'other', ...variant }];

describe('an experiment', () => {
	it('gives every variant the weight 1 unless it has another', () => {
		const prompt = promptSchema.parse(withVariants([control, { key: 'rare', weight: 0 }]));
		expect(prompt.experiment).toEqual({
			key: 'wording',
			variants: [
				{ key: 'control', weight: 1 },
				{ key: 'rare', weight: 0 },
			],
		});
	});

	it.each([
		[[control], /^experiment\.variants must have at least 2 items/],
		[
			['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ key })),
			/^experiment\.variants must have at most 5 items/,
		],
		[[], /^experiment\.variants must have at least 2 items/],
		[
			[
				{ key: 'a', weight: 0 },
				{ key: 'b', weight: 0 },
			],
			/^experiment\.variants\.0\.weight must be at least 1 in one of the variants$/,
		],
		[[control, control], /^experiment\.variants\.1\.key "control" is used by an earlier variant$/],
		[inVariant({ weight: -1 }), /^experiment\.variants\.1\.weight must be at least 0/],
		[
			inVariant({ weight: limits.experiment.weight + 1 }),
			/^experiment\.variants\.1\.weight must be at most 1000/,
		],
		[[control, { key: 'Second' }], /^experiment\.variants\.1\.key must hold only lower-case/],
		[inVariant({ sampling: { rate: 1 } }), /^experiment\.variants\.1\.sampling is not known here/],
		[
			inVariant({ timing: { ends_at: '2026-01-01T00:00:00Z' } }),
			/^experiment\.variants\.1\.timing\.ends_at is not known here/,
		],
		[inVariant({ questions: [] }), /^experiment\.variants\.1\.questions must have at least 1 item/],
		[
			inVariant({ questions: [question, question] }),
			/^experiment\.variants\.1\.questions\.1\.id "score" is used by an earlier question/,
		],
		[
			inVariant({
				questions: [
					{ ...question, branches: [{ when: { op: 'answered' }, go: 'more' }] },
					{ ...question, id: 'reason' },
				],
			}),
			/^experiment\.variants\.1\.questions\.0\.branches\.0\.go must name a later question or "end": reason/,
		],
		[
			inVariant({ translations: { de: { questions: { more: { title: 'Mehr?' } } } } }),
			/^experiment\.variants\.1\.translations\.de\.questions\.more there is no question "more"/,
		],
		[
			inVariant({ appearance: { position: 'center', target: '#other' } }),
			/^experiment\.variants\.1\.appearance\.target goes only with position: inline/,
		],
	])('with the variants %j is refused with the field inside the variant', (variants, expected) => {
		expect(issuesOf(withVariants(variants))).toEqual([expect.stringMatching(expected)]);
	});

	it('reports an issue of the prompt once, not again for its variants', () => {
		const issues = issuesOf(withVariants(inVariant({}), { questions: [question, question] }));
		expect(issues).toEqual(['questions.1.id "score" is used by an earlier question']);
	});

	it('needs translations of a variant with words of a translated prompt', () => {
		const translations = { de: { questions: { score: { title: 'Wie war es?' } } } };
		const words = { questions: [{ ...question, title: 'How easy was it?' }] };
		expect(issuesOf(withVariants(inVariant(words), { translations }))).toEqual([
			expect.stringMatching(/^experiment\.variants\.1\.translations is needed, because/),
		]);
		const own = { ...words, translations: {} };
		expect(issuesOf(withVariants(inVariant(own), { translations }))).toEqual([]);
		expect(issuesOf(withVariants(inVariant({ appearance: {} }), { translations }))).toEqual([]);
	});
});

describe('a variant', () => {
	const find = (variants: Variants, key: string | null) =>
		findVariant(promptSchema.parse(withVariants(variants)), key);

	it('replaces all questions, and timing and appearance field by field', () => {
		const questions = [{ id: 'why', type: 'long_text' as const, title: 'Why?' }];
		const changes = { questions, timing: { min_session_seconds: 60 }, appearance: { radius: 4 } };
		const found = find(inVariant(changes), 'other');
		expect(found.questions.map(({ id }) => id)).toEqual(['why']);
		expect(found.timing).toEqual({ delay_seconds: 5, min_session_seconds: 60 });
		expect(found.appearance).toEqual({ ...base.appearance, radius: 4 });
		expect(found).not.toHaveProperty('experiment');
		expect(found).not.toHaveProperty('weight');
	});

	it('at another position has no target', () => {
		const found = find(inVariant({ appearance: { position: 'center' } }), 'other');
		expect(found.appearance).toEqual({ position: 'center', theme: 'dark' });
	});

	it('that does not exist results in the prompt itself', () => {
		expect(find(inVariant({}), 'gone').questions).toMatchObject([question]);
		expect(find(inVariant({}), null).timing.delay_seconds).toBe(5);
	});
});
