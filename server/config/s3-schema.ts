import { z } from 'zod';

/** Storage compatible with S3. */
export const s3Schema = z.strictObject({
	endpoint: z
		.url()
		.optional()
		.meta({ description: 'URL of the S3-compatible storage. Without it, AWS.' }),
	region: z.string().min(1).default('us-east-1').meta({ description: 'Region of the bucket.' }),
	access_key_id: z
		.string()
		.min(1)
		.optional()
		.meta({ description: "Access key ID. Without it, the machine's role or AWS profile is used." }),
	secret_access_key: z
		.string()
		.min(1)
		.optional()
		.meta({ secret: true, description: 'Secret access key.' }),
});
