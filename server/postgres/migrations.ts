import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { layout } from '#layout';

export type Migration = {
	/** The digits at the start of its file name; migrations are applied in their order. */
	version: string;
	/** File name. */
	name: string;
	path: string;
};

/** The migrations of a folder, by default the server's own, in the order in which they are applied. */
export function listMigrations(folder = layout.migrations): Migration[] {
	return readdirSync(folder)
		.sort()
		.flatMap((name) => {
			const version = /^(\d+)_.*\.sql$/.exec(name)?.[1];
			return version ? [{ version, name, path: join(folder, name) }] : [];
		});
}
