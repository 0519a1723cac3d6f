// S3-compatible storage for tests.
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';

import S3rver from 's3rver';

import type { DestinationSettings } from '../server/backup/settings.ts';

/** Starts storage over a folder, with the bucket `backups`. */
export async function startS3(
	directory: string,
): Promise<{ settings: DestinationSettings; stop(): Promise<void> }> {
	mkdirSync(directory, { recursive: true });
	const server = new S3rver({
		address: '127.0.0.1',
		port: 0,
		silent: true,
		directory,
		configureBuckets: [{ name: 'backups', configs: [] }],
	});
	const address = (await server.run()) as AddressInfo;
	return {
		settings: {
			to: 's3://backups',
			s3: {
				region: 'us-east-1',
				endpoint: `http://127.0.0.1:${address.port}`,
				// Credentials that s3rver accepts.
				access_key_id: 'S3RVER',
				secret_access_key: 'S3RVER',
			},
		},
		stop: () => server.close(),
	};
}
