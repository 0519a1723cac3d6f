import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { root } from '../../../server/layout/tree.ts';
import { buildIfStale, builds } from '../../../server/parts/builds.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Folder with the site as people build it, which does not ask readers. */
		plainSite: string;
	}
}

/** Builds the site as people do, if a source has changed. */
export async function setup(project: TestProject): Promise<void> {
	await buildIfStale(builds.site, console.log);
	project.provide('plainSite', join(root, builds.site.output));
}
