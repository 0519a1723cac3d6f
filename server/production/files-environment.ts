import type { Config } from '../config/config-schema.ts';
import type { FilesOfFunctions } from '../stack/start-functions.ts';

/** The configured storage for files; undefined for the data folder. */
export function filesEnvironment({ files }: Pick<Config, 'files'>): FilesOfFunctions | undefined {
	if (!files) return undefined;
	const { to, s3 } = files;
	const { endpoint, region, access_key_id: id, secret_access_key: secret } = s3;
	return {
		environment: {
			FEEDBACK_FILES: to,
			...(endpoint !== undefined && { FEEDBACK_FILES_S3_ENDPOINT: endpoint }),
			FEEDBACK_FILES_S3_REGION: region,
			FEEDBACK_FILES_S3_ACCESS_KEY_ID: id,
			FEEDBACK_FILES_S3_SECRET_ACCESS_KEY: secret,
		},
		hosts: [new URL(endpoint ?? `https://s3.${region}.amazonaws.com`).hostname],
	};
}
