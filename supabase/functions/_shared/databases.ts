import { limits, ServiceError } from '@feedback/contract';

import type { Database } from '../../../database/database.ts';
import { createDirectory } from './directory.ts';
import { toLaterDatabase } from './later-database.ts';
import { watchDatabase } from './watch-database.ts';
import type { Locator } from './locator.ts';

export type { Locator } from './locator.ts';

/** The only way from a request to a database, so that each transaction names what it is about. */
export type DatabaseOf = (locator: Locator) => Database;

/** Cells besides home, by their names. */
export type Cells<Value> = ReadonlyMap<string, Value>;

/** Finds what belongs to the database of a locator; at once if that needs no look-up. */
export type FindIn<Value> = (locator: Locator) => Value | Promise<Value>;

/**
 * Finds what each database has, such as its batches. Without cells, that is home's for everything. What the directory does
 * not have leads to home, which has no such site either and says so as it always does.
 */
export function createFindIn<Value>(
	{ home, cells }: { home: Value; cells: Cells<Value> },
	directory: ReturnType<typeof createDirectory>,
): FindIn<Value> {
	const named = (name: string): Value => {
		const value = name === 'home' ? home : cells.get(name);
		if (value !== undefined) return value;
		const cause = new Error(`This server has no URL for the cell ${name}.`);
		throw new ServiceError('unavailable', { cause });
	};
	return (locator) => {
		if (locator === 'home') return home;
		if ('cell' in locator) return named(locator.cell);
		const found = directory.find(locator);
		return typeof found === 'string' ? named(found) : found.then(named);
	};
}

/** Looks cells up in the directory at home, or in a copy of it. */
export function openDirectory(home: Database, cells: Cells<Database>) {
	return createDirectory(home, [...cells.values()], limits.cells);
}

/** The databases as one: without cells it is `home`, and nothing is looked up. */
export function createDatabaseOf(
	home: Database,
	cells: Cells<Database> = new Map(),
	directory = openDirectory(home, cells),
): DatabaseOf {
	if (cells.size === 0) return () => home;
	const find = createFindIn({ home, cells }, directory);
	return (locator) => {
		const found = find(locator);
		const database = found instanceof Promise ? toLaterDatabase(found) : found;
		return watchDatabase(database, (error) => directory.notice(locator, error));
	};
}
