import { readSetting, requireSetting } from '../environment.ts';
import { type FileStore, noFileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';
import { openSupabaseStore } from './supabase-store.ts';

/** Bucket of a project on Supabase, unless the environment names another one. */
const defaultBucket = 'feedback-files';

/**
 * The file store that the environment names: `FEEDBACK_FILES` is an absolute path, `s3://bucket/prefix` or
 * `supabase://bucket`. On Supabase it is the project's Storage by default.
 */
export function openFiles(): FileStore {
	const isHosted = readSetting('SUPABASE_SERVICE_ROLE_KEY') !== undefined;
	const place =
		readSetting('FEEDBACK_FILES') ?? (isHosted ? `supabase://${defaultBucket}` : undefined);
	if (place === undefined) return noFileStore;
	if (place.startsWith('/')) return openFolderStore(place);
	const { protocol, hostname, pathname } = new URL(place);
	const prefix = pathname.replace(/^\/+|\/+$/g, '');
	switch (protocol) {
		case 's3:':
			return openS3Store({
				bucket: hostname,
				prefix,
				endpoint: readSetting('FEEDBACK_FILES_S3_ENDPOINT'),
				region: readSetting('FEEDBACK_FILES_S3_REGION') ?? 'us-east-1',
				accessKeyId: requireSetting('FEEDBACK_FILES_S3_ACCESS_KEY_ID'),
				secretAccessKey: requireSetting('FEEDBACK_FILES_S3_SECRET_ACCESS_KEY'),
			});
		case 'supabase:':
			return openSupabaseStore(
				requireSetting('SUPABASE_URL'),
				requireSetting('SUPABASE_SERVICE_ROLE_KEY'),
				hostname,
			);
		default:
			throw new Error(
				'FEEDBACK_FILES must be an absolute path, s3://bucket/prefix or supabase://bucket.',
			);
	}
}
