import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

// Test files with a stack and a browser, the slowest first: a slow file that starts last delays the end of the run.
export const long = [
	/e2e\/faults\//,
	/dashboard\/test\/(events|editor-rules|pages|connect|prompts|author|working-copy)\.test\.ts$/,
	/site\/test\/browser\.test\.ts$/,
	/cli\/test\/terminal\.test\.ts$/,
	/e2e\/journeys\//,
	/dashboard\/test\//,
	/sdk\/test\/ui\/(looks|dialogs|answers|access|hostile|preview)\.test\.ts$/,
	/sdk\/test\/browser\/(outbox|prompt)\.test\.ts$/,
];

/** Starts the slowest files first, and keeps Vitest's order for the others. */
export default class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted
			.map((file) => ({ file, rank: rank(file.moduleId) }))
			.sort((a, b) => a.rank - b.rank)
			.map(({ file }) => file);
	}
}

function rank(path: string): number {
	const found = long.findIndex((pattern) => pattern.test(path));
	return found === -1 ? long.length : found;
}
