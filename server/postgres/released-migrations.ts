import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Released migrations by file name: databases elsewhere contain them, so their text must not change. */
export type ReleasedMigrations = Record<string, { sha256: string; release: string }>;

/** The list, in the folder of the migrations. */
export const releasedFile = 'released.json';

/** Reads the list of a folder. Throws when its format is invalid. */
export function readReleased(folder: string): ReleasedMigrations {
	const list = JSON.parse(readFileSync(join(folder, releasedFile), 'utf8')) as ReleasedMigrations;
	for (const [name, { sha256, release }] of Object.entries(list)) {
		if (!/^[0-9a-f]{64}$/.test(sha256) || !versionForm.test(release)) {
			throw new Error(
				`${releasedFile}: ${name} needs a SHA-256 in hexadecimal and a release such as 1.2.3.`,
			);
		}
	}
	return list;
}

export const versionForm = /^\d+\.\d+\.\d+$/;

export function listMigrationNames(folder: string): string[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.sql'))
		.sort();
}

export function hashMigration(folder: string, name: string): string {
	return createHash('sha256')
		.update(readFileSync(join(folder, name)))
		.digest('hex');
}

/**
 * Finds violations of the rules: each version belongs to one migration, released migrations stay unchanged, new ones
 * follow them, and migrations define no functions, views, triggers or policies.
 */
export function findReleaseIssues(folder: string): string[] {
	const released = readReleased(folder);
	const names = listMigrationNames(folder);
	const last = Object.keys(released).sort().at(-1) ?? '';
	return [
		...findSharedVersions(names),
		...names
			.filter((name) => !Object.hasOwn(released, name) && name < last)
			.map(
				(name) =>
					`${name} is not released, but comes before ${last}, which is. Give it a later version.`,
			),
		...Object.entries(released).flatMap(([name, { sha256, release }]) => {
			const rest = `has been part of release ${release}. Put it back, and write the change as a new migration.`;
			if (!names.includes(name)) return [`${name} is missing, and ${rest}`];
			return hashMigration(folder, name) === sha256 ? [] : [`${name} has changed, and ${rest}`];
		}),
		...names
			.filter((name) => !name.endsWith('_code.sql'))
			.flatMap((name) => findCode(folder, name)),
	];
}

function findCode(folder: string, name: string): string[] {
	const text = readFileSync(join(folder, name), 'utf8');
	return [...text.matchAll(definition)].map(
		([, kind, defined]) =>
			`${name} creates the ${kind} ${defined}. Move it to supabase/schemas, where each is defined once.`,
	);
}

const definition =
	/^\s*create (?:or replace )?(?:constraint )?(function|view|trigger|policy) ("[^"]+"|[\w.]+)/gim;

/** Two branches can add the same version; a database would remember only one of them. */
function findSharedVersions(names: string[]): string[] {
	const versionOf = (name: string) => name.split('_', 1)[0];
	return names.flatMap((name, at) => {
		const before = names[at - 1];
		if (before === undefined || versionOf(before) !== versionOf(name)) return [];
		return [`${name} has the version of ${before}. Give it a later one.`];
	});
}
