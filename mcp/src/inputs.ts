import {
	limits,
	promptNameSchema,
	revisionNumber,
	dayOrTimeSchema,
	uuidPattern,
	uuidSchema,
	variantKeySchema,
} from '@feedback/contract';
import { z } from 'zod';

// Parameters that several tools share.

export const site = z
	.string()
	.regex(uuidPattern, { error: 'must be the UUID of a site, not its site ID; whoami lists it' })
	.optional()
	.describe('UUID, if several');
export const workspace = uuidSchema.optional().describe('UUID, if several');
export const prompt = promptNameSchema.describe('Prompt UUID or survey ID');
export const content = z
	.record(z.string(), z.unknown())
	.describe('The whole prompt; prompt_schema describes it');
export const revision = revisionNumber;
export const idempotencyKey = z.string().regex(limits.management.idempotencyKey);
export const cursor = z.string().max(200).optional().describe('next of a page');
export const variant = variantKeySchema.optional().describe('Variant key');
export const since = dayOrTimeSchema.optional().describe('Day or time');

export const condition = z
	.record(z.string(), z.unknown())
	.optional()
	.transform((rule) => rule && JSON.stringify(rule))
	.describe('{answer|trait|context, op, value}, or all, any, none of such');

export const filter = z.string().max(200).optional().describe('Saved filter');

/** The parameter for the maximum number of items in a list. */
export function limit(most: number, otherwise: number) {
	return z.int().min(1).max(most).default(otherwise);
}
