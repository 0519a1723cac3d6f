import { z } from 'zod';

import { limits } from '../limits.ts';

const kinds = ['device', 'path', 'hour', 'audience'] as const;
const error = 'must be "device", "path", "hour", "audience", or a trait such as "trait:plan"';

/** What divides displays into groups. Hours are those of the site's time zone. */
export const rateDivisionSchema = z.union(
	[
		z.enum(kinds),
		z
			.string()
			.max('trait:'.length + limits.values.key)
			.regex(/^trait:./),
	],
	{ error },
);
