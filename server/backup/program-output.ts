import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Readable } from 'node:stream';

export type Program = {
	path: string;
	args: readonly string[];
	environment: NodeJS.ProcessEnv;
	/** File that is its standard input. */
	input?: string;
	signal?: AbortSignal | undefined;
};

/** Returns the output of a program. The stream fails with the program's own error message if the program does. */
export function readOutput({ path, args, environment, input, signal }: Program): Readable {
	const stdin = input ? openSync(input, 'r') : 'ignore';
	const child = spawn(path, args, {
		env: environment,
		stdio: [stdin, 'pipe', 'pipe'],
		...(signal && { signal }),
	});
	if (typeof stdin === 'number') closeSync(stdin);
	const said: string[] = [];
	child.stderr!.on('data', (chunk: Buffer) => said.push(chunk.toString()));
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	});
	ended.catch(() => undefined);
	const read = async function* () {
		try {
			yield* child.stdout!;
			const code = await ended;
			if (code !== 0) {
				const name = path.slice(path.lastIndexOf('/') + 1);
				throw new Error(`${name} ended with ${String(code)}:\n${said.join('').trim()}`);
			}
		} finally {
			child.kill();
		}
	};
	return Readable.from(read(), { objectMode: false });
}
