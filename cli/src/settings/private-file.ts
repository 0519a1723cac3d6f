import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { Failure } from '../failure.ts';

/** Writes a file that only its owner can read, atomically. */
export function writePrivateFile(path: string, text: string): void {
	const draft = `${path}.${process.pid}.tmp`;
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
		chmodSync(draft, 0o600);
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw toWriteFailure(path, error);
	}
}

/** The failure for a file that could not be written. */
export function toWriteFailure(path: string, error: unknown): Failure {
	const { code } = error as NodeJS.ErrnoException;
	if (code === 'ENOSPC' || code === 'EDQUOT') {
		return new Failure('disk_full', `${path} was not written: the disk is full.`, { cause: error });
	}
	if (code === 'EEXIST') {
		return new Failure('unwritable_file', `${path} already exists.`, {
			hint: 'Choose another name, or remove the file first.',
			cause: error,
		});
	}
	const reason =
		code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'permission denied' : code;
	return new Failure('unwritable_file', `${path} was not written: ${reason}.`, { cause: error });
}
