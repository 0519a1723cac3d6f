import { existsSync, rmSync, statfsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from '../../../testing/run.ts';

/** A small file system in memory. */
export type Disk = {
	/** Uses all of its space. */
	fill(): Promise<void>;
	/** Frees the space. */
	free(): void;
	unmount(): Promise<void>;
};

/** Mounts a disk at a folder. Needs root. */
export async function mountDisk(folder: string, megabytes: number): Promise<Disk> {
	await succeed('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
	const filler = join(folder, 'filler');
	return {
		async fill() {
			const block = Buffer.alloc(4096);
			const file = await open(filler, 'a');
			try {
				while (statfsSync(folder).bavail > 0) await file.write(block);
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
			} finally {
				await file.close();
			}
		},
		free() {
			if (existsSync(filler)) rmSync(filler);
		},
		unmount: () => succeed('umount', ['--lazy', folder]),
	};
}

async function succeed(program: string, args: readonly string[]): Promise<void> {
	const { code, output } = await run(program, args);
	if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`);
}
