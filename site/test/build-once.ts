import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { root } from '../../server/layout/tree.ts';
import { buildIfStale, builds } from '../../server/parts/builds.ts';
import { testDocs } from './test-docs.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Folder with the site as the tests need it, the probe page included. */
		builtSite: string;
		/** Folder with the site as people build it, which asks no reader. */
		plainSite: string;
	}
}

/** Builds both when a source has changed. */
export default async function setup(project: TestProject): Promise<void> {
	for (const build of [builds.site, testDocs]) await buildIfStale(build, console.log);
	project.provide('builtSite', join(root, testDocs.output));
	project.provide('plainSite', join(root, builds.site.output));
}
