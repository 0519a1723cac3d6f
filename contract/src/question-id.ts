import { z } from 'zod';

import { limits } from './limits.ts';

/** Identifies a question in its prompt, and its answers in exports. */
export const questionIdSchema = z
	.string()
	.regex(new RegExp(`^[a-z][a-z0-9_]{0,${limits.prompt.questionId - 1}}$`), {
		error: `must start with a lower-case letter and hold only lower-case letters, digits and "_", at most ${limits.prompt.questionId}`,
	});
