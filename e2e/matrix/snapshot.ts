import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Every file of a folder by its path, as a hash; without node_modules. */
export function takeSnapshot(folder: string): Record<string, string> {
	const found: Record<string, string> = {};
	const visit = (within: string) => {
		for (const name of readdirSync(join(folder, within)).toSorted()) {
			const path = within ? `${within}/${name}` : name;
			const stats = lstatSync(join(folder, path));
			if (name === 'node_modules') continue;
			if (stats.isDirectory()) visit(path);
			else found[path] = describe(join(folder, path), stats.isSymbolicLink(), stats.mode);
		}
	};
	visit('');
	return found;
}

function describe(path: string, isLink: boolean, mode: number): string {
	const content = isLink ? readlinkSync(path) : readFileSync(path);
	return `${mode.toString(8)} ${createHash('sha256').update(content).digest('hex')}`;
}
