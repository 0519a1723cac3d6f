import { z } from 'zod';

import { audienceSchema, ruleOr } from './condition.ts';
import { slugSchema } from './slug.ts';

// A saved audience has a key, unique in its site, and numbered versions, each with a rule that never changes.

export const audienceKeySchema = slugSchema;

export const audienceVersionSchema = z.number().int().min(1).max(2_147_483_647);

/** A saved audience of the site, in place of a rule. */
export const savedAudienceSchema = z.strictObject({
	/** Key of the saved audience. */
	saved: audienceKeySchema,
	/** The newest if omitted; saving fills it in. */
	version: audienceVersionSchema.optional(),
	/** The rule of that version, filled in by saving. If given, it must equal that rule. */
	rule: audienceSchema.optional(),
});

/** Selects the visitors who see the prompt: a rule, or a saved audience. */
export const promptAudienceSchema = ruleOr(savedAudienceSchema);

export type SavedAudience = z.infer<typeof savedAudienceSchema>;
export type PromptAudience = z.infer<typeof promptAudienceSchema>;
