import { z } from 'zod';

import { limits } from './limits.ts';
import { appearanceSchema } from './prompt.ts';

export const originSchema = z
	.string()
	.max(255)
	.refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, {
		error: 'must be an origin such as "https://app.example.com", without a path',
	});

/** Limits across all prompts of a site, for one subject. A prompt may opt out. */
export const siteLimitsSchema = z.strictObject({
	/** Days since any prompt was displayed. */
	cooldown_days: z.number().min(0).max(limits.visitor.days).default(7),
	/** At most `displays` within `days`. */
	window: z
		.strictObject({
			displays: z.number().int().min(1).max(1_000),
			days: z.number().int().min(1).max(limits.visitor.days),
		})
		.optional(),
	/** Displays in one session. */
	per_session: z.number().int().min(1).max(100).optional(),
});

/** Default appearance of the site's prompts. Only a prompt can set the position `inline`. */
export const siteAppearanceSchema = appearanceSchema
	.omit({ target: true })
	.extend({ position: appearanceSchema.shape.position.unwrap().exclude(['inline']).optional() });

// An offset such as "+02:00" is accepted as a zone, but Postgres reads it with the opposite sign.
function isTimeZone(name: string): boolean {
	try {
		return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
	} catch {
		return false;
	}
}

export const siteSettingsSchema = z.strictObject({
	/** Origins of the pages that may use the site; empty means any. */
	origins: z.array(originSchema).max(limits.site.origins).default([]),
	/** `registered`: only events with registered names are stored. */
	capture: z.enum(['all', 'registered']).default('all'),
	limits: siteLimitsSchema.prefault({}),
	appearance: siteAppearanceSchema.prefault({}),
	/** Proofs of `identify`: ignored, checked and counted, or required. */
	identity_proofs: z.enum(['off', 'report', 'require']).default('off'),
	/** Store events of bots, but never show them a prompt. When off, bots are treated as people. */
	detect_bots: z.boolean().default(true),
	/** IANA name; days in the dashboard are days in this time zone. */
	time_zone: z
		.string()
		.max(64)
		.refine(isTimeZone, { error: 'must be a time zone such as "Europe/Vienna"' })
		.default('UTC'),
});

export type SiteSettings = z.output<typeof siteSettingsSchema>;
