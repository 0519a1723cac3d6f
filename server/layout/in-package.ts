import { join } from 'node:path';

import type { Layout } from './layout.ts';

// The bundle is `dist/server/….js`.
const root = join(import.meta.dirname, '..');

/** The layout of the published package, as created by `server/package/build-package.ts`. */
export const layout: Layout = {
	packaged: true,
	migrations: join(root, 'migrations'),
	schemas: join(root, 'schemas'),
	functions: join(root, 'functions'),
	handler: 'handler.js',
	functionsHost: join(root, 'functions/functions-host.js'),
	denoFlags: ['--no-config', '--no-npm'],
	denoReads: [join(root, 'functions')],
	dashboard: join(root, 'dashboard'),
	scripts: join(root, 'scripts'),
	docs: join(root, 'docs'),
	docsThread: join(root, 'dist/docs-thread.js'),
	filesThread: join(root, 'dist/files-thread.js'),
	identityThread: join(root, 'dist/identity-thread.js'),
	packages: join(root, 'packages'),
};
