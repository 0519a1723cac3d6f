import { z } from 'zod';

import { answerContextKindSchema } from './answer-context.ts';
import { appearanceSchema } from './appearance.ts';
import { launcherSchema } from './launcher.ts';
import { type RateLimited, ratesOf, retentionDays } from './instance-settings.ts';
import { limits } from './limits.ts';

export const originSchema = z
	.string()
	.max(255)
	.refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, {
		error: 'must be an origin such as "https://app.example.com", without a path',
	});

/** Limits across all prompts of a site. A prompt may opt out of those for one subject. */
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
	/** Displays of all prompts to all subjects in one day of the site's time zone; no prompt may opt out. */
	displays_per_day: z.number().int().min(1).max(limits.budget.most).optional(),
	/** Share of subjects that are never asked, to measure what asking changes; no prompt may opt out. */
	holdout: z.number().min(0).max(limits.site.holdout).default(0),
});

/** Default appearance of the site's prompts. Only a prompt can set the position `inline`. */
export const siteAppearanceSchema = appearanceSchema
	.omit({ target: true })
	.extend({ position: appearanceSchema.shape.position.unwrap().exclude(['inline']).optional() });

/** Retention periods of the site, up to the maximums of the service. */
export const retentionSchema = z.strictObject({
	/** Days that individual events are kept. */
	event_days: retentionDays.event_days.default(limits.event.days),
	/** Days after which a visitor who does not return is deleted, with traits and displays. */
	visitor_days: retentionDays.visitor_days.default(limits.visitor.days),
});

function ratesWithDefaults(of: RateLimited) {
	const { per_second, burst } = ratesOf(of).shape;
	return z.strictObject({
		per_second: per_second.default(limits.rate[of].perSecond),
		burst: burst.default(limits.rate[of].burst),
	});
}

/** Limits of the SDK's requests. Above the site's limit, nothing is stored; above the others, nothing is decided. */
export const rateLimitsSchema = z.strictObject({
	/** All visitors together. */
	site: ratesWithDefaults('site').prefault({}),
	/** One network address. */
	address: ratesWithDefaults('address').prefault({}),
	/** One account, or one visitor without an account. */
	subject: ratesWithDefaults('subject').prefault({}),
});

// An offset such as "+02:00" is accepted as a zone, but Postgres reads it with the opposite sign.
function isTimeZone(name: string): boolean {
	try {
		return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
	} catch {
		return false;
	}
}

// Postgres reads names such as "CET" and "PST" as abbreviations, which have no summer time.
function mayBeAbbreviation(name: string): boolean {
	return !name.includes('/') && !/^(?:UTC|GMT)$/i.test(name);
}

const timeZoneError = { error: 'must be a time zone such as "Europe/Vienna"' };

/** IANA name of a time zone: an area and a place, or UTC. */
export const timeZoneSchema = z
	.string()
	.max(64)
	.refine((name) => isTimeZone(name) && !mayBeAbbreviation(name), timeZoneError);

/** Earlier versions stored every name that `Intl` knows. */
const storedTimeZoneSchema = z.string().max(64).refine(isTimeZone, timeZoneError);

export const siteSettingsSchema = z.strictObject({
	/** Origins of the pages that may use the site; empty means any. */
	origins: z.array(originSchema).max(limits.site.origins).default([]),
	/** `registered`: only events with registered names are stored. */
	capture: z.enum(['all', 'registered']).default('all'),
	limits: siteLimitsSchema.prefault({}),
	appearance: siteAppearanceSchema.prefault({}),
	/** The button that opens one prompt on every page; null for none. */
	launcher: launcherSchema.nullable().default(null),
	retention: retentionSchema.prefault({}),
	rate_limits: rateLimitsSchema.prefault({}),
	/** Proofs of `identify`: ignored, checked and counted, or required. */
	identity_proofs: z.enum(['off', 'report', 'require']).default('off'),
	/** Where people who have a passkey confirm with it: `always` when they publish and export, `publishing`, or `off`. */
	presence: z.enum(['always', 'publishing', 'off']).default('always'),
	/** What is stored with each answer, beyond the context of the display. */
	answer_context: z
		.array(answerContextKindSchema)
		.max(answerContextKindSchema.options.length)
		.refine((kinds) => new Set(kinds).size === kinds.length, { error: 'must not repeat a value' })
		.default([]),
	/** Whether members may ask about results in words, which the language model of the operator reads. */
	ask_in_words: z.boolean().default(false),
	/** Store events of bots, but never show them a prompt. When off, bots are treated as people. */
	detect_bots: z.boolean().default(true),
	/** IANA name; days in the dashboard are days in this time zone. */
	time_zone: storedTimeZoneSchema.default('UTC'),
});

export type SiteSettings = z.output<typeof siteSettingsSchema>;
