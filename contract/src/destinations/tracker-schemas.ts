import { z } from 'zod';

import { limits } from '../limits.ts';
import { nameText } from '../text.ts';
import type { GithubTracker } from './destination-kind.ts';

/** Becomes part of a header, which must not contain spaces or line breaks. */
export const tokenSchema = z
	.string()
	.max(limits.destination.token)
	.regex(/^[\x21-\x7e]+$/, { error: 'must be a token, without spaces' });

/** A repository, and the labels of each new issue. */
export const githubTrackerSchema = z
	.strictObject({
		repository: z
			.string()
			.regex(/^[A-Za-z0-9][\w-]{0,98}\/(?!\.{1,2}$)[\w.-]{1,100}$/, {
				error: 'must be the owner and the name, such as "acme/app"',
			}),
		labels: z.array(nameText(50)).max(limits.destination.labels).default([]),
	})
	.meta({ id: 'GithubTracker' }) satisfies z.ZodType<GithubTracker, unknown>;
