import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { layout } from '#layout';

export type Migration = {
	/** The digits at the start of its file name; migrations are applied in their order. */
	version: string;
	/** File name. */
	name: string;
	path: string;
	/** Whether it only repeats `supabase/schemas/`, for databases that are migrated by the Supabase CLI. */
	isCode: boolean;
	/** Whether its indexes are built while rows are written. */
	isConcurrent: boolean;
};

/** The first line of a migration that only creates indexes, which the server builds without blocking writers. */
export const concurrentMark = '-- concurrently\n';

/** The migrations of a folder, by default the server's own, in the order in which they are applied. */
export function listMigrations(folder = layout.migrations): Migration[] {
	return readdirSync(folder)
		.sort()
		.flatMap((name) => {
			const version = /^(\d+)_.*\.sql$/.exec(name)?.[1];
			if (!version) return [];
			const path = join(folder, name);
			const isConcurrent = readFileSync(path, 'utf8').startsWith(concurrentMark);
			return [{ version, name, path, isCode: name.endsWith('_code.sql'), isConcurrent }];
		});
}
