import { join } from 'node:path';

import { builds } from '../parts/builds.ts';
import { root } from './tree.ts';
import type { Layout } from './layout.ts';

const functions = join(root, 'supabase/functions');

/** The source tree, as `npm start` and the tests run it. */
export const layout: Layout = {
	packaged: false,
	migrations: join(root, 'supabase/migrations'),
	schemas: join(root, 'supabase/schemas'),
	functions,
	handler: 'handler.ts',
	functionsHost: join(root, 'server/functions/functions-host.ts'),
	denoFlags: [
		'--node-modules-dir=manual',
		'--cached-only',
		`--import-map=${join(functions, 'import_map.json')}`,
	],
	denoReads: [root],
	dashboard: join(root, builds.dashboard.output),
	scripts: join(root, builds.sdk.output),
	docs: join(root, builds.site.output),
	docsThread: join(root, 'server/docs/docs-thread.ts'),
	filesThread: join(root, 'server/files/files-thread.ts'),
	identityThread: join(root, 'server/identity/identity-thread.ts'),
	packages: join(root, builds.packages.output),
};
