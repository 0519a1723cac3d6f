// Everything that a run of the tests puts aside goes into one folder, which is removed when the run ends.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const variables = ['TMPDIR', 'TEMP', 'TMP'];
const mark = 'FEEDBACK_TEST_FOLDER';

/**
 * Gives this process, and each one that it starts, a temporary folder of the run's, and removes it when this process
 * ends, also after a failure. Within such a run it does nothing.
 */
export function useTemporaryFolder(): void {
	if (process.env[mark]) return;
	const folder = mkdtempSync(join(tmpdir(), 'feedback-tests-'));
	// Some tests, as root, start programs as another user, who has to get through to a folder of their own.
	chmodSync(folder, 0o711);
	for (const name of [...variables, mark]) process.env[name] = folder;
	process.on('exit', () => {
		// Programs that were told to end may still be writing their last.
		rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
	});
}
