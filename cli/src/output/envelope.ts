import { z } from 'zod';

import type { Failure } from '../failure.ts';

/** Output of `--json` when a command succeeds. */
export const successSchema = z.strictObject({ ok: z.literal(true), data: z.unknown() });

/** Output of `--json` when a command fails. */
export const failureSchema = z.strictObject({
	ok: z.literal(false),
	error: z.strictObject({
		code: z.string(),
		message: z.string(),
		hint: z.string().nullable(),
		retryable: z.boolean(),
		request_id: z.string().nullable(),
		details: z.record(z.string(), z.unknown()),
		/** Commands that help, each as its arguments. */
		next: z.array(z.array(z.string()).min(1)),
	}),
	/** A pending request, and where a person approves it. */
	approval: z.strictObject({ id: z.string(), url: z.string(), expires_at: z.string() }).optional(),
});
export type FailureEnvelope = z.infer<typeof failureSchema>;

export function toEnvelope(failure: Failure): FailureEnvelope {
	return {
		ok: false,
		error: {
			code: failure.code,
			message: failure.message,
			hint: failure.hint ?? null,
			retryable: failure.retryable,
			request_id: failure.request_id ?? null,
			details: failure.details,
			next: failure.next,
		},
		...(failure.approval && { approval: failure.approval }),
	};
}
