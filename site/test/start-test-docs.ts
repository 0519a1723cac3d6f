import { join } from 'node:path';

import { root } from '../../server/layout/tree.ts';
import { buildIfStale } from '../../server/parts/builds.ts';
import { listen, type NodeDocs } from '../src/server/node.ts';
import { testDocs } from './test-docs.ts';

/**
 * Serves the build of the documentation's own tests, at a free port. A second build for other tests would take half a
 * minute.
 */
export async function startTestDocs(): Promise<NodeDocs> {
	await buildIfStale(testDocs, () => undefined);
	return listen({ folder: join(root, testDocs.output), port: 0 });
}
