import { join } from 'node:path';

import { afterAll } from 'vitest';

import { startFilesThread } from '../../server/files/start-files-thread.ts';
import { startGateway } from '../../server/gateway/gateway.ts';
import { root } from '../../server/layout/tree.ts';
import { buildIfStale, builds } from '../../server/parts/builds.ts';

/** Folder of the packed packages. */
export const packedFolder = join(root, builds.packages.output);

/** Packs the packages if they are stale, and serves them by a gateway for the tests of one file. */
export async function startRegistry(publicUrl?: string, folder = packedFolder): Promise<string> {
	await buildIfStale(builds.packages, () => undefined);
	const files = await startFilesThread({ packages: [folder] }, { log: console.error });
	const gateway = await startGateway({
		listen: 0,
		token: 'secret',
		publicUrl,
		upstreams: { packagesPort: files.port },
	});
	afterAll(async () => {
		await gateway.stop();
		await files.stop();
	});
	return gateway.url;
}
