import { mkdirSync } from 'node:fs';

import { createStream } from 'rotating-file-stream';

export type LogFile = { write(line: string): void; close(): void };

/** Maximum disk space of one log: the current file of ten megabytes, and seven older files of that size. */
const rotation = { size: '10M', rotate: 7 };

/**
 * Appends lines to a file that only its owner may read, and that is rotated when it is full. Lines that
 * cannot be written, for example because the disk is full, are lost: the log must not stop the process that
 * writes it.
 */
export function openLogFile(folder: string, name: string, size = rotation.size): LogFile {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const stream = createStream(name, { ...rotation, size, path: folder, mode: 0o600 });
	stream.on('error', () => undefined).on('warning', () => undefined);
	return { write: (line) => void stream.write(`${line}\n`), close: () => void stream.end() };
}
