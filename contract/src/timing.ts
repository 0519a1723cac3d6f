import { z } from 'zod';

import { isDate } from './date.ts';
import { limits } from './limits.ts';

const error = 'must be a time with its zone, such as "2026-03-01T09:30:00Z"';
const instantSchema = z.iso
	.datetime({ offset: true, error, abort: true })
	.refine(isDate, { error });

export const timingSchema = z.strictObject({
	/** Seconds between the event and the prompt; the decision is made again after the delay. */
	delay_seconds: z.number().int().min(0).max(limits.prompt.delay).default(0),
	starts_at: instantSchema.optional(),
	ends_at: instantSchema.optional(),
	/** Hours for which a prompt triggered by the backend waits for the account; 24 by default. */
	wait_hours: z.number().int().min(1).max(limits.prompt.waitHours).optional(),
	/** Not during the first seconds of a session. */
	min_session_seconds: z.number().int().min(0).max(limits.prompt.sessionSeconds).default(0),
});
