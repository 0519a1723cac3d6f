import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Failure } from './failure.ts';
import { toWriteFailure } from './settings/private-file.ts';

type Saved = { bytes: number; lines: number };

type SaveOptions = {
	stdout: Writable;
	force: boolean;
	/** A line break inside quotes does not end a line. */
	quoted: boolean;
	/** Called with the path of the complete file before it is renamed. */
	beforeRename?: (draft: string) => void;
};

/** Refuses `--json` for a download to standard output, which would mix with the result. `need`: such as `the picture needs`. */
export function requireFile(
	output: string,
	structured: boolean,
	need: string,
	command: string,
): void {
	if (output !== '-' || !structured) return;
	throw new Failure('usage', `With --json, ${need} a file: --output is missing.`, {
		hint: 'Without --json, the download goes to standard output.',
		next: [['feedback', ...command.split(' '), '--help']],
	});
}

/** Writes a download to a file atomically, or to standard output for `-`, and counts its lines. */
export async function saveDownload(
	download: ReadableStream<Uint8Array>,
	path: string,
	{ stdout, force, quoted, beforeRename }: SaveOptions,
): Promise<Saved> {
	const saved: Saved = { bytes: 0, lines: 0 };
	const source = Readable.fromWeb(download as never);
	const counter = createCounter(saved, quoted);
	if (path === '-') {
		await transfer(source, counter, stdout, { end: false });
		return saved;
	}
	const before = statSync(path, { throwIfNoEntry: false });
	if (before && !force) throw toWriteFailure(path, { code: 'EEXIST' });
	if (before && !before.isFile()) {
		// Write into a pipe or a device: renaming a file over it would replace it, even /dev/null.
		await transfer(source, counter, createWriteStream(path), { end: true }).catch((error) => {
			throw isFileError(error) ? toWriteFailure(path, error) : error;
		});
		return saved;
	}
	const draft = `${path}.${process.pid}.partial`;
	try {
		await transfer(source, counter, createWriteStream(draft, { flags: 'wx', flush: true }), {
			end: true,
		});
		beforeRename?.(draft);
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw isFileError(error) ? toWriteFailure(path, error) : error;
	}
	return saved;
}

async function transfer(
	source: Readable,
	counter: Transform,
	target: Writable,
	options: { end: boolean },
) {
	let ended = false;
	source.once('end', () => (ended = true));
	try {
		await pipeline(source, counter, target, options);
	} catch (cause) {
		if (ended || isFileError(cause)) throw cause;
		throw new Failure('unreachable', 'The connection was lost before everything had arrived.', {
			hint: 'Run the same command again.',
			cause,
		});
	}
}

function isFileError(error: unknown): boolean {
	const { code, syscall } = error as NodeJS.ErrnoException;
	return code !== undefined && ['open', 'write', 'rename', 'close'].includes(syscall ?? '');
}

const newline = 0x0a;
const quote = 0x22;

// A line break inside a quoted CSV cell does not end the record.
function createCounter(saved: Saved, quoted: boolean): Transform {
	let inside = false;
	return new Transform({
		transform(chunk: Buffer, _, done) {
			saved.bytes += chunk.length;
			for (const byte of chunk) {
				if (quoted && byte === quote) inside = !inside;
				else if (byte === newline && !inside) saved.lines += 1;
			}
			done(null, chunk);
		},
	});
}
