import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The data folder of a stack, created if it is missing. Without a path, a temporary folder that is deleted at
 * the end. Throws an explanation if the folder is not writable.
 */
export function openDataFolder(asked: string | undefined, cleanup: AsyncDisposableStack): string {
	if (asked) {
		requireWritable(resolve(asked));
		return resolve(asked);
	}
	const data = mkdtempSync(join(tmpdir(), 'feedback-stack-'));
	cleanup.defer(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
	return data;
}

function requireWritable(data: string): void {
	try {
		mkdirSync(data, { recursive: true, mode: 0o700 });
		accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch (cause) {
		const { code = '', message } = cause as NodeJS.ErrnoException;
		throw new Error(
			`The data folder ${data} cannot be used: ${reasons[code] ?? message}. ` +
				'Set FEEDBACK_DATA to a folder that this user may write to.',
			{ cause },
		);
	}
}

const reasons: Record<string, string> = {
	EROFS: 'its file system is read-only',
	EACCES: 'this user may not write there',
	EPERM: 'this user may not write there',
	EEXIST: 'it is a file, not a folder',
	ENOTDIR: 'a part of its path is a file, not a folder',
	ENOSPC: 'its disk is full',
};
