import { z } from 'zod';

import { limits } from './limits.ts';
import { answerContextSchema } from './answer-context.ts';
import { pageContextSchema } from './page-context.ts';
import { surveyIdSchema } from './prompt.ts';
import { questionIdSchema } from './question-id.ts';
import { releaseReasons } from './reasons.ts';
import { missingAccount } from './shared-limits.ts';
import { text } from './text.ts';
import { uuidPattern } from './uuid-pattern.ts';
import { eventNameSchema, valuesSchema } from './values.ts';

// Schemas of the SDK's requests. The types are in `wire.ts`; `wire.test.ts` fails when they differ.

export const siteIdSchema = z
	.string()
	.regex(/^site_[0-9a-z]{4,40}$/, { error: 'must be a site ID such as "site_3k2p9x"' });

/** A UUID as the SDK writes it, in lower case. */
export const uuidSchema = z.string().regex(uuidPattern, { error: 'must be a UUID in lower case' });

/** A UUIDv7: its first 48 bits are milliseconds since 1970. */
export const uuidv7Schema = z
	.string()
	.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, {
		error: 'must be a UUIDv7 in lower case',
	});

/** Milliseconds since 1970 in a UUIDv7. */
export function uuidv7Time(id: string): number {
	return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The visitor of a browser. Version 8 is left out: the service derives such IDs for events from the backend. */
const visitorIdSchema = uuidSchema.refine((id) => id[14] !== '8', {
	error: 'must be a UUID of another version than 8',
});

const proof = z.string().max(limits.proof.length);
const secret = z.string().regex(/^[\w-]{16,64}$/, { error: "must be the display's secret" });

/** An account that the app names. The text of a missing value would join all its users into one account. */
const accountSchema = text(limits.account.id).refine((account) => !missingAccount.test(account), {
	error: 'must name an account, not the text of a missing value',
});

export const identitySchema = z.strictObject({
	account: accountSchema,
	traits: valuesSchema.optional(),
	proof: proof.optional(),
});

const caller = {
	site: siteIdSchema,
	visitor: visitorIdSchema,
	session: uuidv7Schema,
	sdk: z.string().max(40),
	context: pageContextSchema.optional(),
	identify: identitySchema.optional(),
	device: z
		.array(z.strictObject({ survey_id: surveyIdSchema, at: z.number().int().min(0).max(8.64e15) }))
		.max(limits.visitor.deviceDisplays)
		.optional(),
	debug: z.string().max(200).optional(),
};

export const reportedEventSchema = z.strictObject({
	id: uuidv7Schema,
	name: eventNameSchema,
	properties: valuesSchema.optional(),
	proof: proof.optional(),
	session: uuidv7Schema.optional(),
});

/** The envelope. Each event is validated separately, so one invalid event does not cause the others to be dropped. */
export const eventsRequestSchema = z
	.strictObject({
		...caller,
		events: z.array(z.unknown()).min(1).max(limits.event.batch),
		decide: z.boolean(),
		dropped: z
			.record(z.string().regex(/^[a-z_]{1,40}$/), z.number().int().min(0).max(1e9))
			.refine((dropped) => Object.keys(dropped).length <= limits.queue.dropCauses, {
				error: `must have at most ${limits.queue.dropCauses} causes`,
			})
			.optional(),
	})
	.refine((request) => !request.decide || request.events.length === 1, {
		error: 'must hold exactly one event when decide is true',
		path: ['events'],
	});

export const identifyRequestSchema = z.strictObject({ ...caller, identify: identitySchema });
export const resetRequestSchema = z.strictObject(caller);
export const showRequestSchema = z.strictObject({
	...caller,
	id: uuidv7Schema,
	survey_id: surveyIdSchema,
	decide: z.literal(false).optional(),
});
export const pollRequestSchema = z.strictObject({ ...caller, id: uuidv7Schema });
export const claimRequestSchema = z.strictObject({ ...caller, event: uuidv7Schema });

export const previewRequestSchema = z.strictObject({
	...caller,
	token: z.string().max(200),
	event: reportedEventSchema.optional(),
	survey_id: surveyIdSchema.optional(),
});

export const displayRequestSchema = z
	.strictObject({
		site: siteIdSchema,
		display: uuidSchema,
		secret,
		state: z.enum(['displayed', 'dismissed', 'postponed', 'released']),
		reason: z.enum(releaseReasons).optional(),
		days: z.number().int().min(1).max(limits.visitor.days).optional(),
	})
	.refine(({ state, days }) => (state === 'postponed') === (days !== undefined), {
		path: ['days'],
		error: 'goes with the state "postponed" and no other',
	});

const other = z.strictObject({ other: text(limits.answer.other) });
export const answerValueSchema = z.union([
	text(limits.answer.text, 0),
	z.number(),
	z.boolean(),
	z.null(),
	other,
	z.array(z.union([text(limits.prompt.title), other])).max(limits.prompt.options + 1),
]);

export const answerRequestSchema = z.strictObject({
	site: siteIdSchema,
	display: uuidSchema,
	secret,
	seq: z.number().int().min(1).max(limits.answer.sequence),
	final: z.boolean(),
	answers: z.record(questionIdSchema, answerValueSchema),
	prefilled: z.array(questionIdSchema).max(limits.prompt.questions).optional(),
	context: answerContextSchema.optional(),
});

/** The field `request` of an upload; the field `picture` is the file. */
export const screenshotRequestSchema = z.strictObject({
	site: siteIdSchema,
	display: uuidSchema,
	secret,
	question: questionIdSchema,
});
