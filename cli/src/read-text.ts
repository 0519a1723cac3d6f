import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

import { Failure } from './failure.ts';
import type { Host } from './host.ts';

/** The text of a file, or of standard input for `-`. */
export async function readText(path: string, { stdin }: Pick<Host, 'stdin'>): Promise<string> {
	try {
		return path === '-' ? await text(stdin) : await readFile(path, 'utf8');
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		const reason =
			{ ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'permission denied' }[
				code ?? ''
			] ?? code;
		throw new Failure('unreadable_file', `${path} cannot be read: ${reason}.`, { cause: error });
	}
}
