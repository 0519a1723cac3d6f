import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the file, in the folder of the functions, that contains their secrets. */
export const environmentFile = 'feedback.env';

/** The variables of the functions; empty before the first deployment. */
export function readEnvironmentFile(folder: string): Map<string, string> {
	const path = join(folder, environmentFile);
	if (!existsSync(path)) return new Map();
	const lines = readFileSync(path, 'utf8').split('\n');
	return new Map(
		lines.flatMap((line): [string, string][] => {
			const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
			return name === undefined ? [] : [[name, value!]];
		}),
	);
}

/** Replaces, adds and removes variables; only the owner may read the file. */
export function writeEnvironmentFile(
	folder: string,
	change: Record<string, string>,
	removed: readonly string[] = [],
): void {
	const path = join(folder, environmentFile);
	const all = new Map([...readEnvironmentFile(folder), ...Object.entries(change)]);
	for (const name of removed) all.delete(name);
	const text = [...all].map(([name, value]) => `${name}=${value}\n`).join('');
	writeFileSync(path, text, { mode: 0o600 });
	chmodSync(path, 0o600);
}
