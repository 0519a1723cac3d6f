import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { audienceKeySchema } from '../saved-audience.ts';
import { slugPattern } from '../slug-pattern.ts';

/** Path parameters. Every path below a workspace or a site contains all of its parents. */
export const workspacePath = z.object({
	/** UUID of the workspace. */
	workspace: uuidSchema,
});
export const sitePath = z.object({
	/** UUID of the site. */
	site: uuidSchema,
});
/** A prompt of the site: its UUID, which has the form of a survey ID, or its survey ID. */
export const promptNameSchema = z
	.string()
	.regex(slugPattern, { error: 'must be the UUID or the survey ID of a prompt' });
export const promptPath = sitePath.extend({
	/** UUID or survey ID of the prompt. */
	prompt: promptNameSchema,
});
/** The largest integer of Postgres. */
const maxNumber = 2_147_483_647;

export const revisionNumber = z.number().int().min(1).max(maxNumber);
export const revisionPath = promptPath.extend({
	/** Number of the revision. */
	revision: z.coerce.number<number>().int().min(1).max(maxNumber),
});
export const audiencePath = sitePath.extend({
	/** Key of the saved audience. */
	audience: audienceKeySchema,
});
export const audienceVersionPath = audiencePath.extend({
	/** Number of the version. */
	version: z.coerce.number<number>().int().min(1).max(maxNumber),
});
