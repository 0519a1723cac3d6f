import { z } from 'zod';

import { audienceSchema, measureRule } from './condition.ts';
import type { Rule } from './condition.ts';
import type { ValidationIssue } from './issues.ts';
import { limits } from './limits.ts';

// A saved audience has a key, unique in its site, and numbered versions, each with a rule that never changes.

export const audienceKeySchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
	error:
		'must hold only lower-case letters, digits, "_" and "-", at most 64, and start with a letter or digit',
});

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
export const promptAudienceSchema = z.union([audienceSchema, savedAudienceSchema]);

export type SavedAudience = z.infer<typeof savedAudienceSchema>;
export type PromptAudience = z.infer<typeof promptAudienceSchema>;

/** Checks the size of a rule. */
export function findRuleIssues(rule: Rule<unknown>, path: (string | number)[]): ValidationIssue[] {
	const { conditions, depth } = measureRule(rule);
	const { conditions: most, groups: deepest } = limits.prompt;
	const issues: ValidationIssue[] = [];
	if (conditions > most) {
		issues.push({ path, message: `has ${conditions} conditions, at most ${most}` });
	}
	if (depth > deepest) {
		issues.push({ path, message: `nests ${depth} groups, at most ${deepest}` });
	}
	return issues;
}
