import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

// Whole stacks with a browser; the first are the longest of all. A file of minutes that began last would end alone.
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

/** Starts the files that take minutes first, and leaves the others in Vitest's order. */
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
