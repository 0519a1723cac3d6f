// All temporary files of a test run are in one folder, which is removed when the run ends.
import {
	accessSync,
	chmodSync,
	constants,
	mkdtempSync,
	readFileSync,
	rmSync,
	statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const variables = ['TMPDIR', 'TEMP', 'TMP'];
const mark = 'FEEDBACK_TEST_FOLDER';

/** On Linux this folder is in memory. */
const memory = '/dev/shm';
/** Minimum free bytes in this folder: a run uses at most a third of them at a time. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * Sets the temporary folder of this process and its children, and removes it when this process exits. Does nothing
 * when a parent process has already set it.
 *
 * The folder is in memory if there is enough space, since each stack copies a database of 1,500 files. `TMPDIR`
 * overrides the location.
 */
export function useTemporaryFolder(): void {
	if (process.env[mark]) return;
	const folder = mkdtempSync(join(chooseParent(), 'feedback-tests-'));
	// Some tests start programs as another user, who must be able to reach a separate folder within this one.
	chmodSync(folder, 0o711);
	for (const name of [...variables, mark]) process.env[name] = folder;
	process.on('exit', () => {
		// Programs that received a signal may still be writing.
		rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
	});
}

function chooseParent(): string {
	if (process.platform !== 'linux' || process.env['TMPDIR']) return tmpdir();
	try {
		accessSync(memory, constants.W_OK);
		const { bavail, bsize } = statfsSync(memory);
		return bavail * bsize >= minFreeBytes && allowsExecution(memory) ? memory : tmpdir();
	} catch {
		return tmpdir();
	}
}

// Some tests run programs from the folder.
function allowsExecution(folder: string): boolean {
	const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
	const options = mounts.map((line) => line.split(' ')).find(([, at]) => at === folder)?.[3] ?? '';
	return !options.split(',').includes('noexec');
}
