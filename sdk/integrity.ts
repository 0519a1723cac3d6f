import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Values of `integrity` attributes, by file name. */
export type Integrity = Record<string, string>;

/**
 * Writes `integrity.json` beside the files of the script-tag build, and returns its content.
 *
 * @example
 * writeIntegrity('dist')['feedback.js']; // 'sha384-…'
 */
export function writeIntegrity(folder: string): Integrity {
	const files = readdirSync(folder).filter((file) =>
		/^feedback(-(ui|more|later|launcher|context|personal|picture|screenshot|debug|preview)-[\w-]+)?\.js$/.test(
			file,
		),
	);
	const integrity = Object.fromEntries(
		files.sort().map((file) => {
			const hash = createHash('sha384').update(readFileSync(join(folder, file)));
			return [file, `sha384-${hash.digest('base64')}`];
		}),
	);
	writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(integrity, null, '\t')}\n`);
	return integrity;
}
