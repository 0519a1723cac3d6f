import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { root } from '../../server/layout/tree.ts';
import { buildIfStale } from '../../server/parts/builds.ts';
import { testDocs } from './test-docs.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Folder with the site as the tests need it, the probe page included. */
		builtSite: string;
	}
}

/** Builds the site when a source has changed. */
export default async function setup(project: TestProject): Promise<void> {
	await buildIfStale(testDocs, console.log);
	project.provide('builtSite', join(root, testDocs.output));
}
