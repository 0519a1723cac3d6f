import { layout } from '#layout';
import { type SupervisedThread, superviseThread } from '../threads/supervise-thread.ts';
import type { ThreadSettings } from '../threads/thread-settings.ts';
import type { FileOptions } from './file-options.ts';

/** Serves files in a thread: visitors' events pass through the process that calls this. */
export function startFilesThread(
	options: FileOptions,
	settings: ThreadSettings,
): Promise<SupervisedThread> {
	return superviseThread({
		name: 'The thread of the files',
		script: layout.filesThread,
		data: options,
		...settings,
	});
}
