import { z } from 'zod';

import { emailDomainSchema } from './email-domain.ts';
import { limits } from './limits.ts';

/** Allowed retention periods, in days. */
export const retentionDays = {
	event_days: z.number().int().min(limits.event.leastDays).max(limits.event.days),
	visitor_days: z.number().int().min(limits.visitor.leastDays).max(limits.visitor.days),
};

export type RateLimited = keyof typeof limits.rate.most;

/** A rate limit within the contract's maximums. */
export function ratesOf(of: RateLimited) {
	const { least, most } = limits.rate;
	return z.strictObject({
		/** Sustained requests per second. */
		per_second: z.number().int().min(least.perSecond).max(most[of].perSecond),
		/** Requests at once, after a pause. */
		burst: z.number().int().min(least.burst).max(most[of].burst),
	});
}

/** The maximum retention and rate limits that the operator sets for all sites of the instance. */
export const instanceSettingsSchema = z.strictObject({
	retention: z.strictObject(retentionDays),
	rate_limits: z.strictObject({
		site: ratesOf('site'),
		address: ratesOf('address'),
		subject: ratesOf('subject'),
	}),
});

const signUpSchema = z.strictObject({
	/** Domains whose e-mail addresses may sign up; `null` uses the server's configuration. */
	allowed_domains: z.array(emailDomainSchema).nullable(),
});

/** All settings of the operator: the maximums, and who may sign up. */
export const operatorSettingsSchema = z.strictObject({
	...instanceSettingsSchema.shape,
	sign_up: signUpSchema,
});

/** Changes to settings of the instance; omitted ones do not change. */
export const operatorSettingsChangeSchema = z.strictObject({
	retention: instanceSettingsSchema.shape.retention.partial().optional(),
	rate_limits: z
		.strictObject({
			site: ratesOf('site').partial(),
			address: ratesOf('address').partial(),
			subject: ratesOf('subject').partial(),
		})
		.partial()
		.optional(),
	sign_up: signUpSchema.partial().optional(),
});

export type InstanceSettings = z.output<typeof instanceSettingsSchema>;
export type OperatorSettings = z.output<typeof operatorSettingsSchema>;
export type OperatorSettingsChange = z.output<typeof operatorSettingsChangeSchema>;

/**
 * The retention periods and rate limits of a site that are higher than this instance allows.
 *
 * @example
 * listExceeded({ retention: { event_days: 30, visitor_days: 90 } }, maximums); // [{ path: ['retention', 'event_days'], max: 14 }]
 */
export function listExceeded(
	asked: Record<string, unknown>,
	maximums: InstanceSettings,
): { path: string[]; max: number }[] {
	return compare(asked, maximums, []);
}

function compare(asked: unknown, max: unknown, path: string[]): { path: string[]; max: number }[] {
	if (typeof asked === 'number' && typeof max === 'number')
		return asked > max ? [{ path, max }] : [];
	if (!isObject(asked) || !isObject(max)) return [];
	return Object.entries(max).flatMap(([key, part]) => compare(asked[key], part, [...path, key]));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
