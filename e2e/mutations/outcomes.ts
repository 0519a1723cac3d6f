import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { cacheFolder } from '../../server/layout/tree.ts';

/** Where a run keeps what it knows, so that the next one continues. */
export const folder = join(cacheFolder, 'mutations');
mkdirSync(folder, { recursive: true });

/** What came of a mutant. `invalid`: it is no valid code, so it says nothing about the tests. */
export type Outcome = {
	id: string;
	group: string;
	/** SHA-256 of the file, or of the policy, that was mutated. */
	sha256: string;
	outcome: 'killed' | 'survived' | 'invalid';
	/** The tests that failed; for a survivor the tests that ran. */
	tests: string[];
};

const file = join(folder, 'outcomes.jsonl');

/** The last outcome of each mutant. */
export function readOutcomes(): Map<string, Outcome> {
	return new Map(readLines<Outcome>(file).map((outcome) => [outcome.id, outcome]));
}

export function keepOutcome(outcome: Outcome): void {
	appendFileSync(file, `${JSON.stringify(outcome)}\n`);
}

const watchedFile = join(folder, 'watched.json');

/** Keeps what the conditions call that were watched, by name. */
export function keepWatched(names: ReadonlySet<string>): void {
	writeFileSync(watchedFile, JSON.stringify([...names]));
}

export function readWatched(): Set<string> {
	if (!existsSync(watchedFile)) return new Set();
	return new Set(JSON.parse(readFileSync(watchedFile, 'utf8')) as string[]);
}

/** The objects of a file that has one a line; none if there is no such file. */
export function readLines<Line>(path: string): Line[] {
	if (!existsSync(path)) return [];
	return readFileSync(path, 'utf8')
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Line);
}
