import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Files that take half a minute to several minutes, the slowest first. A slow file that started last would delay the
 * end.
 */
export const slowFiles = [
	/e2e\/faults\//,
	/dashboard\/test\/events\.test\.ts$/,
	/site\/test\/browser\.test\.ts$/,
	/dashboard\/test\/(connect|editor-rules|overview|members|approvals)\.test\.ts$/,
	/e2e\/journeys\//,
	/cli\/test\/terminal\.test\.ts$/,
	/dashboard\/test\//,
	/sdk\/test\/ui\/(dialogs|answers|access|hostile|preview)\.test\.ts$/,
	/sdk\/test\/browser\/(outbox|prompt)\.test\.ts$/,
];

/** Runs slow test files first, and the others in Vitest's order. */
export default class OrderSlowTestsFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		return sorted
			.map((file) => ({ file, rank: rank(file.moduleId) }))
			.sort((a, b) => a.rank - b.rank)
			.map(({ file }) => file);
	}
}

function rank(path: string): number {
	const index = slowFiles.findIndex((pattern) => pattern.test(path));
	return index === -1 ? slowFiles.length : index;
}
