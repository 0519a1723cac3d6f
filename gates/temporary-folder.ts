// Everything that a run of the tests puts aside goes into one folder, which is removed when the run ends.
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

/** Linux keeps this folder in memory. */
const memory = '/dev/shm';
/** Bytes that must be free there: a whole run writes at most a third of it at a time. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * Gives this process, and each one that it starts, a temporary folder for the run, and removes it when this process
 * ends, also after a failure. Within such a run it does nothing.
 *
 * The folder is in memory where there is room, since each stack copies a database of 1,500 files. Setting `TMPDIR`
 * chooses another place.
 */
export function useTemporaryFolder(): void {
	if (process.env[mark]) return;
	const folder = mkdtempSync(join(chooseParent(), 'feedback-tests-'));
	// Some tests, as root, start programs as another user, who has to get through to a folder of their own.
	chmodSync(folder, 0o711);
	for (const name of [...variables, mark]) process.env[name] = folder;
	process.on('exit', () => {
		// Programs that were told to end may still be writing their last.
		rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
	});
}

function chooseParent(): string {
	if (process.platform !== 'linux' || process.env['TMPDIR']) return tmpdir();
	try {
		accessSync(memory, constants.W_OK);
		const { bavail, bsize } = statfsSync(memory);
		return bavail * bsize >= minFreeBytes && mayExecute(memory) ? memory : tmpdir();
	} catch {
		return tmpdir();
	}
}

// Some tests run programs that they have put there.
function mayExecute(folder: string): boolean {
	const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
	const options = mounts.map((line) => line.split(' ')).find(([, at]) => at === folder)?.[3] ?? '';
	return !options.split(',').includes('noexec');
}
