import { z } from 'zod';

import { s3Schema } from './s3-schema.ts';

/** Where files are stored, other than in the data folder. */
export const filesSchema = z
	.strictObject({
		to: z
			.string()
			.regex(/^s3:\/\/[a-z0-9.-]{3,63}(\/|$)/, 'must be s3://bucket/prefix')
			.meta({
				description: 'The bucket, which must exist: s3://bucket/prefix.',
				example: 's3://feedback-files',
			}),
		s3: s3Schema
			.extend({
				access_key_id: z.string().min(1).meta({ description: 'Access key ID.' }),
				secret_access_key: z
					.string()
					.min(1)
					.meta({ secret: true, description: 'Secret access key.' }),
			})
			.meta({ description: 'The S3-compatible storage.' }),
	})
	.meta({
		description:
			'S3-compatible storage for files, such as pictures that visitors send. Without this section, they are in the folder files of the data folder.',
	});
