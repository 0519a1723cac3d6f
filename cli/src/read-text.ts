import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import { Failure } from './failure.ts';
import type { Host } from './host.ts';

/** The text of a file, or of standard input for `-`. */
export async function readText(path: string, { stdin }: Pick<Host, 'stdin'>): Promise<string> {
	return decode(path, await readBytes(path, stdin));
}

async function readBytes(path: string, stdin: Host['stdin']): Promise<Uint8Array> {
	try {
		return path === '-' ? await buffer(stdin) : await readFile(path);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		const reason =
			{ ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'permission denied' }[
				code ?? ''
			] ?? code;
		throw new Failure('unreadable_file', `${path} cannot be read: ${reason}.`, { cause: error });
	}
}

function decode(path: string, bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch (error) {
		const line = findLine(bytes);
		const message = `${path} is not UTF-8: line ${line} has bytes of another encoding. Save the file as UTF-8.`;
		throw new Failure('unreadable_file', message, { cause: error });
	}
}

/** The first line that is not UTF-8. No character of UTF-8 contains the byte of a line break. */
function findLine(bytes: Uint8Array): number {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let line = 1;
	for (let from = 0; from < bytes.length; line++) {
		const end = bytes.indexOf(10, from);
		const to = end === -1 ? bytes.length : end + 1;
		try {
			decoder.decode(bytes.subarray(from, to));
		} catch {
			break;
		}
		from = to;
	}
	return line;
}
