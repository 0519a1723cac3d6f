import { z } from 'zod';

import { slugPattern } from './slug-pattern.ts';

/** A survey ID, or the key of a saved audience. */
export const slugSchema = z
	.string()
	.regex(slugPattern, {
		error:
			'must hold only lower-case letters, digits, "_" and "-", at most 64, and start with a letter or digit',
	});
