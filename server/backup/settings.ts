import { z } from 'zod';

import type { Config } from '../config/config-schema.ts';

/** Destination of backups: a folder of this machine, or a bucket. */
export type DestinationSettings = Pick<NonNullable<Config['backup']>, 'to' | 's3'>;

/** Name of a marked moment: it becomes the name of a restore point and of a file. */
export const markNameSchema = z
	.string()
	.regex(
		/^[a-z0-9][a-z0-9._-]{0,59}$/,
		'must be 1 to 60 lower-case letters, digits, dots, hyphens and underscores, and begin with a letter or digit',
	);
