import { limits, parseJson } from '@feedback/contract';
import { z } from 'zod';

// Without limits of lengths and numbers: APIs refuse many of them in a schema, and `resolveReply` checks each value.
const shape = {
	answerable: z
		.boolean()
		.describe('Whether the question is about responses, and these fields can express it.'),
	prompt: z
		.string()
		.nullable()
		.describe('survey_id of the one prompt that it is about; null for all.'),
	days: z
		.number()
		.nullable()
		.describe('Number of days up to today; null for another period or none.'),
	from: z.string().nullable().describe('First day of the period, as YYYY-MM-DD.'),
	to: z.string().nullable().describe('Last day of the period, as YYYY-MM-DD.'),
	match: z.enum(['all', 'any']).describe('Whether all conditions must match, or any of them.'),
	conditions: z.array(
		z.strictObject({
			about: z.enum(['answer', 'trait', 'context']),
			name: z
				.string()
				.describe('ID of the question, key of the trait, or path, device or language.'),
			op: z.enum([
				'is',
				'is_not',
				'one_of',
				'none_of',
				'contains',
				'not_contains',
				'starts_with',
				'greater',
				'at_least',
				'less',
				'at_most',
				'between',
				'answered',
				'skipped',
				'exists',
				'missing',
			]),
			value: z
				.union([
					z.string(),
					z.number(),
					z.boolean(),
					z.array(z.union([z.string(), z.number()])),
					z.null(),
				])
				.describe(
					'A list for one_of and none_of, two numbers for between, null for the last four.',
				),
		}),
	),
	words: z.string().nullable().describe('A word or a phrase that visitors wrote.'),
	tag: z.string().nullable().describe('Name of a tag.'),
	question: z
		.string()
		.nullable()
		.describe('ID of the question of the prompt whose answers to show.'),
	by: z
		.string()
		.nullable()
		.describe('Only for response rates: device, path, hour, audience, or trait: and a key.'),
};

/** How the model replies to a question. */
const replySchema = z.strictObject(shape);

export type Reply = z.output<typeof replySchema>;
export type ReplyCondition = Reply['conditions'][number];

const { $schema: _, ...replyJsonSchema } = z.toJSONSchema(replySchema);
export { replyJsonSchema };

const blank: Reply = {
	answerable: true,
	prompt: null,
	days: null,
	from: null,
	to: null,
	match: 'all',
	conditions: [],
	words: null,
	tag: null,
	question: null,
	by: null,
};

const jsonLimits = { bytes: limits.ask.bytes, depth: 8, values: 500, keys: 500 };

/** A reply as far as it could be read, and what is wrong with it, for the model. */
export type ReadReply = { reply: Reply; wrong: string[] };

/** Reads a reply of the model field by field: one wrong field does not invalidate the others. */
export function readReply(text: string): ReadReply {
	const given = parseObject(text);
	if (!given) return { reply: blank, wrong: ['The reply is not one JSON object.'] };
	const wrong = Object.keys(given)
		.filter((key) => !Object.hasOwn(shape, key))
		.map(() => 'The reply has a field that the schema does not have.');
	const fields = Object.entries(shape).map(([key, schema]) => {
		const otherwise = blank[key as keyof Reply];
		const parsed = schema.safeParse(given[key] ?? otherwise);
		if (parsed.success) return [key, parsed.data];
		wrong.push(`${key} does not match the schema.`);
		return [key, otherwise];
	});
	return { reply: Object.fromEntries(fields) as Reply, wrong };
}

// Some models put their JSON into a fenced block.
function parseObject(text: string): Record<string, unknown> | undefined {
	try {
		const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
		const value = parseJson(json, jsonLimits);
		return typeof value === 'object' && value !== null
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}
