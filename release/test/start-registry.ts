import { join } from 'node:path';

import { afterAll } from 'vitest';

import { startGateway } from '../../server/gateway/gateway.ts';
import { root } from '../../server/layout/tree.ts';
import { buildIfStale, builds } from '../../server/parts/builds.ts';
import { createRegistry } from '../registry/create-registry.ts';
import { readFolder } from '../registry/read-folder.ts';

/** Folder of the packed packages. */
export const packedFolder = join(root, builds.packages.output);

/** Packs the packages if they are stale, and serves them by a gateway for the tests of one file. */
export async function startRegistry(publicUrl?: string, folder = packedFolder): Promise<string> {
	await buildIfStale(builds.packages, () => undefined);
	const gateway = await startGateway({
		listen: 0,
		token: 'secret',
		publicUrl,
		upstreams: { packages: createRegistry(readFolder(folder)) },
	});
	afterAll(() => gateway.stop());
	return gateway.url;
}
