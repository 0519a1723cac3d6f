import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { TestProject } from 'vitest/node';

import { buildIfStale, builds } from '../../server/parts/builds.ts';
import { buildDocs } from '../src/publish/build-docs.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Folder with the site as the tests built it, the probe page included. */
		builtSite: string;
	}
}

/** Builds the site once for all tests, beside the one that people run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = fileURLToPath(new URL(`../build/test-${process.pid}`, import.meta.url));
	await buildIfStale(builds.sdk, console.log);
	await buildDocs({
		folder,
		environment: { FEEDBACK_DOCS_PROBE: '1', FEEDBACK_DOCS_URL: 'http://127.0.0.1:43219' },
	});
	project.provide('builtSite', folder);
	return () => rm(folder, { recursive: true, force: true });
}
