import { layout } from '#layout';
import { type SupervisedThread, superviseThread } from '../threads/supervise-thread.ts';
import type { ThreadSettings } from '../threads/thread-settings.ts';

export type DocsOptions = {
	/** The built documentation. */
	folder: string;
	/** Origin in pages and responses; by default the address it listens on. */
	base?: string;
	/** Folders with the files of the packages' registry. */
	packages: readonly string[];
	/** URL of the functions; by default that of the local stack. */
	apiUrl?: string;
	/** File in which searches are counted; by default they are not. */
	searches?: string;
	/** Port of loopback; any free one by default. */
	port?: number;
};

/** Serves the documentation and its search on loopback, in a thread. */
export function startDocsThread(
	{ port, ...data }: DocsOptions,
	settings: ThreadSettings,
): Promise<SupervisedThread> {
	return superviseThread({
		name: 'The thread of the documentation',
		script: layout.docsThread,
		data,
		...settings,
		...(port !== undefined && { port }),
	});
}
