import { promptSchema, type GrantCondition, type Prompt } from '@feedback/contract';
import fc from 'fast-check';

import { arbitraryPrompt } from '../../../contract/src/prompt-file/arbitrary-prompt.ts';
import type { PublishFacts } from './standing-grant.ts';

// Random rules need not compile, as those of dates in a path: then nothing could be published at all.
const audience = fc.constantFrom<Prompt['audience'][]>(
	undefined,
	{ identified: true },
	{ trait: 'plan', op: 'is', value: 'pro' },
);
const anyContent = fc.tuple(arbitraryPrompt, audience).map(([prompt, rule]): Prompt => {
	const { audience: _, trigger, ...rest } = prompt;
	return {
		...rest,
		...(rule && { audience: rule }),
		...(trigger && { trigger: { ...trigger, where: undefined } }),
	};
});
// As stored: without members that are undefined.
const content = anyContent.map((prompt) => JSON.parse(JSON.stringify(prompt)) as Prompt);

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type Leaf = { holder: Record<string, Json>; key: string };

function listLeaves(value: Json, found: Leaf[] = []): Leaf[] {
	if (typeof value !== 'object' || value === null) return found;
	for (const [key, part] of Object.entries(value)) {
		if (typeof part === 'object' && part !== null) listLeaves(part, found);
		else if (key !== 'survey_id') found.push({ holder: value as Record<string, Json>, key });
	}
	return found;
}

function changeLeaf({ holder, key }: Leaf): void {
	const before = holder[key];
	if (typeof before === 'string') holder[key] = `${before}x`;
	else if (typeof before === 'number') holder[key] = before + 1;
	else if (typeof before === 'boolean') holder[key] = !before;
	else delete holder[key];
}

/** A few values of the content changed; mostly texts, because most values are texts. */
const changedLeaves = (before: Prompt) =>
	fc.array(fc.nat(), { minLength: 0, maxLength: 3 }).map((picks) => {
		const copy = structuredClone(before) as Json;
		for (const pick of picks) {
			const leaves = listLeaves(copy);
			changeLeaf(leaves[pick % leaves.length]!);
		}
		return promptSchema.safeParse(copy).data ?? before;
	});

/** Some fields of the content replaced by those of another prompt, or removed. */
const swappedFields = (before: Prompt) =>
	fc
		.tuple(content, fc.subarray(Object.keys(promptSchema.shape), { minLength: 1, maxLength: 2 }))
		.map(([other, fields]) => {
			const copy: Record<string, unknown> = { ...before };
			for (const field of fields.filter((each) => each !== 'survey_id')) {
				const value = (other as Record<string, unknown>)[field];
				if (value === undefined) delete copy[field];
				else copy[field] = value;
			}
			return promptSchema.safeParse(copy).data ?? before;
		});

const usually = <Value>(most: fc.Arbitrary<Value>, few: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 15, arbitrary: most }, { weight: 1, arbitrary: few });

const stored = fc.record({
	people: fc.integer({ min: 0, max: 120 }),
	loss: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 15 }),
	minutesOld: usually(fc.constantFrom(5, 58), fc.constantFrom(61, 600)),
	isFinished: usually(fc.constant(true), fc.constant(false)),
	isOfContent: usually(fc.constant(true), fc.constant(false)),
	isOfLivePrompts: usually(fc.constant(true), fc.constant(false)),
});

/** Any change to any prompt, with what else a condition depends on. */
export const arbitraryPublishing: fc.Arbitrary<PublishFacts> = content
	.chain((before) =>
		fc.tuple(
			fc.constant(before),
			fc.oneof(changedLeaves(before), swappedFields(before)),
			fc.record({
				state: usually(
					fc.constantFrom('draft', 'published', 'published', 'published'),
					fc.constantFrom('paused', 'archived'),
				),
				isNamed: usually(fc.constant(true), fc.constant(false)),
				uses: fc.integer({ min: 0, max: 3 }),
				forecast: fc.option(stored, { nil: undefined, freq: 15 }),
				hoursLeft: usually(fc.constant(9), fc.constant(-9)),
				isRevoked: usually(fc.constant(false), fc.constant(true)),
			} as const),
		),
	)
	.map(([before, after, rest]) => ({
		...rest,
		before: rest.state === 'draft' ? undefined : before,
		after,
	}));

/** Any set of conditions. Prompts are named by facts of the publishing. */
export const arbitraryConditions: fc.Arbitrary<GrantCondition[]> = fc
	.record(
		{
			texts_only: fc.constant<GrantCondition>({ kind: 'texts_only' }),
			prompts: fc.constant<GrantCondition>({ kind: 'prompts', prompts: ['named'] }),
			weekly_budget: fc.record({
				kind: fc.constant('weekly_budget' as const),
				displays: fc.oneof(
					fc.integer({ min: 1, max: 350 }),
					fc.integer({ min: 1, max: 1_000_000 }),
				),
			}),
			forecast: fc.record({
				kind: fc.constant('forecast' as const),
				people: fc.integer({ min: 1, max: 400 }),
				others_lose_percent: fc.integer({ min: 0, max: 40 }),
			}),
			uses: fc.record({
				kind: fc.constant('uses' as const),
				times: fc.integer({ min: 1, max: 8 }),
			}),
		},
		{ requiredKeys: [] },
	)
	.map((found): GrantCondition[] => Object.values(found))
	.filter(({ length }) => length > 0);
