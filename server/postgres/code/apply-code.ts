import { Script, type Tx } from '../../../database/statement.ts';
import type { DatabaseClient } from '../connect.ts';
import { unlimited } from '../held-lock.ts';
import { isLockTimeout, lockWaitMs, whenFree } from '../when-free.ts';
import { type CodeFile, findCalls, listCodeFiles } from './code-files.ts';
import {
	type DatabaseObject,
	checkBodies,
	dropObjects,
	findDependents,
	findTouched,
	findUsedByTables,
	isKind,
	resetFunctions,
} from './database-objects.ts';
import { type AppliedFile, createRecord, readApplied, recordFile } from './record.ts';

export type CodeOptions = {
	/** Folder of the code, by default this tree's `supabase/schemas`. */
	folder?: string | undefined;
	/** Receives each statement that changes the database, to repeat it elsewhere. */
	onStatement?: ((text: string) => void) | undefined;
	/** Called each time the code stops waiting for a lock, before it is tried again. */
	onLocked?: (() => void) | undefined;
};

/**
 * Brings the functions, views, triggers and policies of a database to the state of the code files, in one transaction:
 * applies the files whose hash differs from the applied one, and drops what no file defines any more. Resolves to the
 * paths of the files that were applied or removed.
 *
 * Only one process may do this at a time, after the migrations (`applyMigrations` holds the lock). `sql` connects as the
 * database's owner. Rejects with the file and line of a statement that Postgres refuses; nothing is changed then.
 *
 * @example
 * await applyCode(sql); // ['decide/reserve.sql']
 */
export async function applyCode(sql: DatabaseClient, options: CodeOptions = {}): Promise<string[]> {
	const files = listCodeFiles(options.folder);
	const replaced = new Set<string>();
	for (;;) {
		const statements: string[] = [];
		const apply = () =>
			sql.begin('read write', async (tx) => {
				statements.length = 0;
				await tx.send(new Script(`${unlimited}; set local lock_timeout = ${lockWaitMs}`));
				return new CodeChange(tx, (text) => statements.push(text)).apply(files, replaced);
			});
		try {
			const paths = await whenFree(apply, options.onLocked);
			for (const text of statements) options.onStatement?.(text);
			return paths;
		} catch (error) {
			const paths = error instanceof CannotReplace ? error.paths : [];
			if (paths.every((path) => replaced.has(path))) throw error;
			for (const path of paths) replaced.add(path);
		}
	}
}

/**
 * Creates the functions that a migration calls and the database lacks, such as one in the default of a column.
 * `applyCode` applies their files again.
 */
export async function createCalled(
	tx: Tx,
	migration: string,
	{ folder, onStatement }: CodeOptions = {},
): Promise<void> {
	const called = findCalls(migration);
	const change = new CodeChange(tx, onStatement ?? (() => undefined));
	for (const file of listCodeFiles(folder)) {
		const wanted = [...file.defines].filter((name) => called.has(name));
		if (wanted.length > 0) await change.createMissing(file, wanted);
	}
}

/** Codes with which Postgres refuses to replace a function or view by one of another form. */
const otherForm = ['42P13', '42P16'];
const ambiguousFunction = '42725';
const dependentsExist = '2BP01';

/** What the files define has to be dropped before it can be created again. */
class CannotReplace extends Error {
	readonly paths: readonly string[];

	constructor(paths: readonly string[], cause: unknown) {
		super((cause as Error).message, { cause });
		this.paths = paths;
	}
}

type BodyError = { code: string; internalQuery: string; internalPosition: string };

/** Names the file and the line of an error; `position` counts the characters of the file from 1. */
function placeError({ path, text }: CodeFile, position: number | undefined, cause: Error): Error {
	const line = position ? `:${text.slice(0, position - 1).split('\n').length}` : '';
	return new Error(`supabase/schemas/${path}${line}: ${cause.message}`, { cause });
}

class CodeChange {
	readonly #tx: Tx;
	readonly #onStatement: (text: string) => void;

	constructor(tx: Tx, onStatement: (text: string) => void) {
		this.#tx = tx;
		this.#onStatement = onStatement;
	}

	async apply(files: readonly CodeFile[], replaced: ReadonlySet<string>): Promise<string[]> {
		const applied = await readApplied(this.#tx);
		const known = new Set(files.map(({ path }) => path));
		const removed = [...applied.keys()].filter((path) => !known.has(path));
		const changed = new Set(
			files
				.filter(({ path, sha256 }) => applied.get(path)?.sha256 !== sha256 || replaced.has(path))
				.map(({ path }) => path),
		);
		if (changed.size === 0 && removed.length === 0) return [];
		await this.#run(createRecord);
		const dropped = await this.#findDropped(applied, replaced);
		for (const [path, { objects }] of applied) {
			if (known.has(path) && objects.some(({ identity }) => dropped.has(identity)))
				changed.add(path);
		}
		const before = [...changed, ...removed].flatMap((path) => applied.get(path)?.objects ?? []);
		await this.#drop(before.filter(isKind('trigger', 'policy')));
		// Dependents were found last.
		for (const object of [...dropped.values()].reverse()) await this.#drop([object]);
		await resetFunctions(this.#tx, before.filter(isKind('function')), (text) => this.#run(text));

		const touched = new Set<string>();
		// A body may call functions of later files, so bodies are checked at the end.
		await this.#run('set check_function_bodies = off');
		for (const file of files.filter(({ path }) => changed.has(path))) {
			const objects = await this.#applyFile(file, file.sha256, [...applied.keys()]);
			for (const { identity } of objects) touched.add(identity);
		}
		await this.#run('reset check_function_bodies');
		await this.#checkBodies(files, changed, [...touched]);
		const kept = new Set(
			[...applied].flatMap(([path, { objects }]) =>
				changed.has(path) || !known.has(path) ? [] : objects.map(({ identity }) => identity),
			),
		);
		const left = before.filter(({ identity }) => !touched.has(identity) && !kept.has(identity));
		await this.#dropLeft(left.filter(isKind('view', 'function')), applied);
		for (const path of removed) await this.#run(recordFile(path, undefined));
		return [...changed, ...removed].sort();
	}

	async createMissing(file: CodeFile, names: readonly string[]): Promise<void> {
		const missing = await this.#tx<{ name: string }[]>`
			select name from unnest(${names}::text[]) name
			where not exists (select from pg_proc p where (p.pronamespace::regnamespace || '.' || p.proname) = name)`;
		if (missing.length === 0) return;
		await this.#run(createRecord);
		// The tables that its functions read may be created by a later migration.
		await this.#run('set check_function_bodies = off');
		// An empty hash is that of no file, so that the file is applied once more after the migrations.
		await this.#applyFile(file, '', []);
		await this.#run('reset check_function_bodies');
	}

	/**
	 * What has to be dropped before the replaced files can be applied, by identity: their functions and views, but for
	 * those that tables use, and all triggers, policies and views that depend on them.
	 */
	async #findDropped(
		applied: ReadonlyMap<string, AppliedFile>,
		replaced: ReadonlySet<string>,
	): Promise<Map<string, DatabaseObject>> {
		const all = new Map(
			[...applied.values()].flatMap(({ objects }) =>
				objects.map((object) => [object.identity, object]),
			),
		);
		const own = [...replaced].flatMap((path) => applied.get(path)?.objects ?? []);
		const used = new Set(await findUsedByTables(this.#tx, own));
		const dropped = new Map<string, DatabaseObject>();
		let added = own.filter(({ identity }) => !used.has(identity));
		while (added.length > 0) {
			for (const object of added) dropped.set(object.identity, object);
			const dependents = await findDependents(this.#tx, added);
			added = dependents.flatMap((identity) => {
				const object = all.get(identity);
				return object && !dropped.has(identity) ? [object] : [];
			});
		}
		return dropped;
	}

	async #applyFile(
		file: CodeFile,
		sha256: string,
		known: readonly string[],
	): Promise<AppliedFile['objects']> {
		const prefix = 'set role feedback_owner;\n';
		try {
			await this.#run(`${prefix}${file.text.trimEnd()}\nreset role`);
		} catch (error) {
			const { code, position } = error as Error & { code?: string; position?: string };
			if ([...otherForm, ambiguousFunction].includes(code ?? '') && known.includes(file.path)) {
				throw new CannotReplace([file.path], error);
			}
			if (isLockTimeout(error)) throw error;
			throw placeError(
				file,
				position ? Number(position) - prefix.length : undefined,
				error as Error,
			);
		}
		const touched = await findTouched(this.#tx);
		// Removing privileges and comments touches the functions of other files as well.
		const own = touched.filter(
			({ kind, identity }) =>
				!this.#seen.has(identity) &&
				(kind === 'trigger' || kind === 'policy' || file.defines.has(identity.replace(/\(.*/, ''))),
		);
		for (const { identity } of own) this.#seen.add(identity);
		await this.#run(recordFile(file.path, { sha256, objects: own }));
		return own;
	}

	readonly #seen = new Set<string>();

	async #checkBodies(
		files: readonly CodeFile[],
		changed: ReadonlySet<string>,
		touched: readonly string[],
	): Promise<void> {
		try {
			await checkBodies(this.#tx, touched);
		} catch (error) {
			const { code, internalQuery, internalPosition } = error as Error & Partial<BodyError>;
			const file = internalQuery && files.find(({ text }) => text.includes(internalQuery));
			if (!file) throw error;
			// Until the end, a function with other parameters exists beside its former version.
			if (code === ambiguousFunction) throw new CannotReplace([...changed], error);
			throw placeError(
				file,
				file.text.indexOf(internalQuery) + Number(internalPosition ?? 1),
				error as Error,
			);
		}
	}

	async #dropLeft(
		objects: AppliedFile['objects'],
		applied: ReadonlyMap<string, AppliedFile>,
	): Promise<void> {
		try {
			await this.#drop(objects);
		} catch (error) {
			if ((error as { code?: string }).code !== dependentsExist) throw error;
			const identities = new Set(objects.map(({ identity }) => identity));
			const paths = [...applied]
				.filter(([, { objects: own }]) => own.some(({ identity }) => identities.has(identity)))
				.map(([path]) => path);
			throw new CannotReplace(paths, error);
		}
	}

	async #drop(objects: AppliedFile['objects']): Promise<void> {
		for (const text of dropObjects(objects)) await this.#run(text);
	}

	async #run(text: string): Promise<void> {
		await this.#tx.send(new Script(text));
		this.#onStatement(text);
	}
}
