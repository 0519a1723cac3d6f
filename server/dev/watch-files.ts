import { relative } from 'node:path';

import { watch } from 'chokidar';

import { root } from '../layout/tree.ts';

export type FileReaction = {
	/** Whether a saved file is of interest, by its path from the root, with slashes. */
	matches(path: string): boolean;
	/** Called with the absolute paths of the saved or removed files; not again before it has resolved. */
	react(files: readonly string[]): Promise<void>;
};

export type FileWatch = { stop(): Promise<void> };

/**
 * Editors save several files at once, and some write a file twice. chokidar reports only the first of the changes of a
 * file within 50 ms, so the files may be read only after that.
 */
const settleMs = 75;

/** Watches folders of the tree, and lets each reaction handle the files that it matches. */
export async function watchFiles(
	folders: readonly string[],
	reactions: readonly FileReaction[],
): Promise<FileWatch> {
	const watcher = watch([...folders], {
		ignored: /\/node_modules\/|\/\.[^/]*$|~$|\.test\.ts$/,
		ignoreInitial: true,
	});
	const queues = reactions.map(createQueue);
	watcher.on('all', (event, file) => {
		if (event === 'addDir' || event === 'unlinkDir') return;
		const path = relative(root, file).replaceAll('\\', '/');
		reactions.forEach(({ matches }, index) => {
			if (matches(path)) queues[index]!.add(file);
		});
	});
	await new Promise<void>((resolve, reject) => {
		watcher.once('ready', resolve).once('error', reject);
	});
	return {
		async stop() {
			await watcher.close();
			await Promise.all(queues.map((queue) => queue.stop()));
		},
	};
}

function createQueue({ react }: FileReaction) {
	const waiting = new Set<string>();
	let timer: NodeJS.Timeout | undefined;
	let running = Promise.resolve();
	let isRunning = false;
	const begin = () => {
		timer = undefined;
		if (isRunning || waiting.size === 0) return;
		const files = [...waiting];
		waiting.clear();
		isRunning = true;
		running = react(files).finally(() => {
			isRunning = false;
			// Until the timer has run, chokidar may not report another change.
			if (timer === undefined) begin();
		});
	};
	return {
		add(file: string) {
			waiting.add(file);
			clearTimeout(timer);
			timer = setTimeout(begin, settleMs);
		},
		async stop() {
			clearTimeout(timer);
			waiting.clear();
			await running;
		},
	};
}
