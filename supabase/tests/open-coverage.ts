import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../../server/layout/tree.ts';

/** Parts of modules, by their path in the tree: offsets where they begin and end, in turn. */
export type Executed = Record<string, number[]>;

export type Coverage = {
	/** What was executed since the last call. */
	take(): Promise<Executed>;
};

/** Lets V8 count what this process executes. Modules are loaded as they are, so that offsets are those of the files. */
export async function openCoverage(): Promise<Coverage> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	return {
		async take() {
			const { result } = await session.post('Profiler.takePreciseCoverage');
			const ours = result.flatMap(({ url, functions }) => {
				const path = url.startsWith('file://') ? relative(root, fileURLToPath(url)) : '..';
				const isOurs = !path.startsWith('..') && !/node_modules|\.test\.ts$/.test(path);
				return isOurs ? [[path, flatten(functions.flatMap(({ ranges }) => ranges))] as const] : [];
			});
			return Object.fromEntries(ours.filter(([, parts]) => parts.length > 0));
		},
	};
}

type Range = { startOffset: number; endOffset: number; count: number };

/** The parts that were executed: of ranges inside each other, the innermost says whether. */
export function flatten(ranges: readonly Range[]): number[] {
	const outerFirst = ranges.toSorted(
		(a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
	);
	const parts: number[] = [];
	const open: Range[] = [];
	let at = 0;
	const advance = (to: number) => {
		const isExecuted = (open.at(-1)?.count ?? 0) > 0;
		if (isExecuted && to > at) {
			if (parts.at(-1) === at) parts[parts.length - 1] = to;
			else parts.push(at, to);
		}
		at = Math.max(at, to);
	};
	const close = (before: number) => {
		for (let last = open.at(-1); last && last.endOffset <= before; last = open.at(-1)) {
			advance(last.endOffset);
			open.pop();
		}
	};
	for (const range of outerFirst) {
		close(range.startOffset);
		advance(range.startOffset);
		open.push(range);
	}
	close(Infinity);
	return parts;
}
