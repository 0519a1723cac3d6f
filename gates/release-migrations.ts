// `node gates/release-migrations.ts <version>`: run it when a version is released. It adds that version's new
// migrations to the list of released ones; from then on they cannot be edited. First it writes the functions, views,
// triggers and policies that changed since the release before as a migration, for the Supabase CLI.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	findReleaseIssues,
	hashMigration,
	listMigrationNames,
	readReleased,
	releasedFile,
	versionForm,
} from '../server/postgres/released-migrations.ts';
import { writeCodeMigration } from '../server/postgres/code/write-code-migration.ts';
import { root } from '../server/layout/tree.ts';

/** Adds a folder's unreleased migrations to its list; resolves to their names. Throws on any violation. */
export function listAsReleased(folder: string, release: string): string[] {
	if (!versionForm.test(release)) {
		throw new Error(`The release is "${release}"; it must be a version such as 1.2.3.`);
	}
	const issues = findReleaseIssues(folder);
	if (issues.length > 0) throw new Error(issues.join('\n'));
	const released = readReleased(folder);
	const fresh = listMigrationNames(folder).filter((name) => !Object.hasOwn(released, name));
	for (const name of fresh) released[name] = { sha256: hashMigration(folder, name), release };
	writeFileSync(join(folder, releasedFile), `${JSON.stringify(released, null, '\t')}\n`);
	return fresh;
}

if (import.meta.main) {
	try {
		const folder = join(root, 'supabase/migrations');
		await writeCodeMigration(folder, join(root, 'supabase/schemas'));
		const added = listAsReleased(folder, process.argv[2] ?? '');
		console.log(`${added.length} migrations were added to supabase/migrations/${releasedFile}.`);
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
