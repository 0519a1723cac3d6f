import { z } from 'zod';

import { limits } from './limits.ts';

const text = z.string().max(limits.answer.contextText);
const pixels = z.number().int().min(0).max(100_000);

const context = z.strictObject({
	/** Host of the page that led to the app. */
	referrer: text.optional(),
	utm_source: text.optional(),
	utm_medium: text.optional(),
	utm_campaign: text.optional(),
	utm_term: text.optional(),
	utm_content: text.optional(),
	/** Size of the window, in CSS pixels. */
	viewport_width: pixels.optional(),
	viewport_height: pixels.optional(),
	/** The option `appVersion` of `init`. */
	app_version: text.optional(),
});

export type AnswerContext = z.output<typeof context>;
export type AnswerContextName = keyof AnswerContext;

/** What a site can have stored with its answers, and the names of the values. */
export const answerContextNames = {
	referrer: ['referrer'],
	utm: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
	viewport: ['viewport_width', 'viewport_height'],
	app_version: ['app_version'],
} as const satisfies Record<string, readonly AnswerContextName[]>;

export type AnswerContextKind = keyof typeof answerContextNames;

export const answerContextKindSchema = z.enum(
	Object.keys(answerContextNames) as [AnswerContextKind, ...AnswerContextKind[]],
);

/** What conditions on responses compare, beyond the context of the display. */
export const answerContextNameSchema = z.enum([...context.keyof().options, 'prefilled']);

/** The context of a response: that of the display, and what the site stores with answers. Unknown values are left out. */
export const responseContextSchema = context.extend({
	/** Path of the page, without query and fragment. */
	path: z.string().optional(),
	device: z.string().optional(),
	/** The visitor’s preferred language, in lower case. */
	language: z.string().optional(),
	/** Questions whose prefilled answers the visitor did not change; missing if the prompt had none. */
	prefilled: z.array(z.string()).optional(),
});

export type ResponseContext = z.output<typeof responseContextSchema>;

/** What a site stores with answers, as it leaves the service: without the context of the display. */
export const storedContextSchema = context.extend({
	prefilled: responseContextSchema.shape.prefilled,
});

/**
 * What the browser says about an answer. No part of it refuses the answer, because visitors can change all of it: what
 * cannot be used is left out.
 */
export const answerContextSchema = z.preprocess(keepUsable, context);

function keepUsable(given: unknown): AnswerContext {
	if (typeof given !== 'object' || given === null) return {};
	const usable = Object.entries(given).filter(([name, value]) => {
		const schema = Object.hasOwn(context.shape, name) && context.shape[name as AnswerContextName];
		return schema && schema.safeParse(value).success && value !== '' && isClean(name, value);
	});
	return Object.fromEntries(usable) as AnswerContext;
}

function isClean(name: string, value: unknown): boolean {
	if (typeof value !== 'string') return true;
	return name === 'referrer' ? isHost(value) : !/\p{C}/u.test(value);
}

/** Whether it is a host, without anything that could be private. */
function isHost(value: string): boolean {
	return URL.canParse(`https://${value}`) && new URL(`https://${value}`).host === value;
}

/**
 * The part that a site stores; undefined for nothing.
 *
 * @example
 * selectAnswerContext({ referrer: 'example.com', viewport_width: 390 }, ['viewport']); // { viewport_width: 390 }
 */
export function selectAnswerContext(
	given: AnswerContext | undefined,
	kinds: readonly AnswerContextKind[],
): AnswerContext | undefined {
	const wanted = new Set<string>(kinds.flatMap((kind) => answerContextNames[kind]));
	const selected = Object.entries(given ?? {}).filter(([name]) => wanted.has(name));
	return selected.length > 0 ? (Object.fromEntries(selected) as AnswerContext) : undefined;
}
