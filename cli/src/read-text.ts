import { readFile } from 'node:fs/promises';

import { Failure } from './failure.ts';

/** The text of a file, or of standard input for `-`. */
export async function readText(path: string): Promise<string> {
	try {
		return path === '-' ? await readStandardInput() : await readFile(path, 'utf8');
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		const reason =
			{ ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'permission denied' }[
				code ?? ''
			] ?? code;
		throw new Failure('unreadable_file', `${path} cannot be read: ${reason}.`, { cause: error });
	}
}

async function readStandardInput(): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}
