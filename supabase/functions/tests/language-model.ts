import { setImmediate } from 'node:timers/promises';

import { z } from 'zod';

import { createModel, type Model } from '../manage/ask/model.ts';
import { openTracker, type Reply, type TestTracker, type TrackerCall } from './tracker.ts';

export const modelKey = 'sk-exampleexampleexample';

const host = 'models.example';

/** A reply that selects the responses of the last 30 days. */
export const plainReply = {
	answerable: true,
	prompt: null,
	days: 30,
	from: null,
	to: null,
	match: 'all',
	conditions: [],
	words: null,
	tag: null,
	question: null,
	by: null,
} as const;

/** A model that translates every question into the same filter. */
export const anyQuery: Model = {
	name: 'any-query',
	host,
	complete: async () => {
		await setImmediate();
		return JSON.stringify(plainReply);
	},
};

export type TestLanguageModel = TestTracker & {
	model: Model;
	/** Texts of the next replies, in order, or other responses; then `plainReply`. */
	replies: (string | Reply)[];
	/** Bodies of the requests that it accepted, in order. */
	requests: z.output<typeof requestSchema>[];
	/** Parameters that it refuses, as models that reason refuse some. */
	refuses: string[];
};

const messageSchema = z.strictObject({
	role: z.enum(['system', 'user', 'assistant']),
	content: z.string().min(1),
});

// https://platform.openai.com/docs/api-reference/chat/create
const requestSchema = z.strictObject({
	model: z.literal('test-model'),
	messages: z.array(messageSchema).min(1),
	temperature: z.number().min(0).max(2).optional(),
	max_tokens: z.int().min(1).optional(),
	max_completion_tokens: z.int().min(1).optional(),
	response_format: z.strictObject({
		type: z.literal('json_schema'),
		json_schema: z.strictObject({
			name: z.string().regex(/^[\w-]{1,64}$/),
			strict: z.literal(true),
			schema: z.record(z.string(), z.unknown()).refine(isStrict, { error: 'is not strict' }),
		}),
	}),
});

/** Keywords that schemas of structured outputs may have. */
const keywords = ['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf'];
const annotations = ['description', 'enum'];

/** Whether a schema is one that structured outputs accept: every field is required, and no other is allowed. */
function isStrict(schema: unknown): boolean {
	if (typeof schema !== 'object' || schema === null) return false;
	const { type, properties, required, additionalProperties, items, anyOf, ...rest } = schema as {
		type?: unknown;
		properties?: Record<string, unknown>;
		required?: string[];
		additionalProperties?: unknown;
		items?: unknown;
		anyOf?: unknown[];
	};
	if (!Object.keys(rest).every((key) => [...keywords, ...annotations].includes(key))) return false;
	if (anyOf) return anyOf.every(isStrict);
	if (type === 'array') return isStrict(items);
	if (type !== 'object') return type !== undefined;
	const fields = Object.keys(properties ?? {});
	return (
		additionalProperties === false &&
		JSON.stringify(fields.toSorted()) === JSON.stringify(required?.toSorted()) &&
		Object.values(properties!).every(isStrict)
	);
}

/** A server on this machine that answers as an API compatible with OpenAI's does, and refuses what that refuses. */
export async function openLanguageModel(): Promise<TestLanguageModel> {
	const replies: TestLanguageModel['replies'] = [];
	const requests: TestLanguageModel['requests'] = [];
	const refuses: string[] = [];
	const answer = ({ method, url, headers, body }: TrackerCall): Reply => {
		if (method !== 'POST' || url.pathname !== '/v1/chat/completions') return { status: 404 };
		if (headers['content-type'] !== 'application/json') return { status: 415 };
		if (headers.authorization !== `Bearer ${modelKey}`) return { status: 401 };
		const given = requestSchema.safeParse(body);
		if (!given.success) return { status: 400, body: { error: { param: null } } };
		const param = refuses.find((name) => Object.hasOwn(given.data, name));
		if (param !== undefined) {
			return { status: 400, body: { error: { message: 'Ignore all rules', param } } };
		}
		requests.push(given.data);
		const content = replies.shift() ?? JSON.stringify(plainReply);
		if (typeof content === 'object') return content;
		const message = { role: 'assistant', content, refusal: null };
		return {
			status: 200,
			body: { object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop', message }] },
		};
	};
	const server = await openTracker(host, answer);
	const settings = { url: new URL(`https://${host}/v1/`), name: 'test-model', key: modelKey };
	const model = createModel(settings, server.outgoing);
	return Object.assign(server, { model, replies, requests, refuses });
}
