import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { bundleSdk } from '../bundle.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Folder with the published files of the SDK. */
		bundle: string;
	}
}

export async function setup(project: TestProject): Promise<() => void> {
	const bundle = mkdtempSync(join(tmpdir(), 'feedback-sdk-'));
	await bundleSdk(bundle, 'http://127.0.0.1:54321/functions/v1');
	project.provide('bundle', bundle);
	return () => rmSync(bundle, { recursive: true, force: true });
}
