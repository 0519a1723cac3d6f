import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { root } from '../../server/layout/tree.ts';
import { listFiles } from '../tree.ts';
import { type Commands, readCommandsOfTree } from './commands.ts';
import { type Reference, readReferences } from './read-references.ts';
import { SqlNames } from './sql-names.ts';
import { TreePaths } from './tree-paths.ts';

export type Document = { path: string; text: string };

/** What documents may name. */
export type Tree = { paths: TreePaths; sql: SqlNames; commands: Commands };

export function readTree(): Tree {
	const paths = new TreePaths(listFiles());
	const sql = listFiles('supabase/migrations/*.sql', 'supabase/schemas/**/*.sql')
		.map((path) => readFileSync(join(root, path), 'utf8'))
		.join('\n');
	return { paths, sql: new SqlNames(sql), commands: readCommandsOfTree(paths) };
}

/**
 * Finds what documents name and the tree does not have: paths, links, SQL functions and columns, npm scripts, commands,
 * and identifiers in code spans that no source file contains. Returns one sentence for each, with file and line.
 */
export function findStaleReferences(documents: readonly Document[], tree: Tree): string[] {
	const identifiers: { place: string; word: string }[] = [];
	const stale = documents.flatMap(({ path, text }) => {
		const found = readReferences(path, text).flatMap((reference) => {
			const place = `${path}:${reference.line}`;
			const word = identifierIn(reference, tree);
			if (word) identifiers.push({ place, word });
			const issue = checkReference(reference, posix.dirname(path), tree);
			return issue ? [`${place}: ${issue}`] : [];
		});
		return [...found, ...findUnknownSql(path, text, tree)];
	});
	const known = findWords(identifiers.map(({ word }) => word));
	const unknown = identifiers.filter(({ word }) => !known.has(word));
	return [...stale, ...unknown.map(({ place, word }) => `${place}: no source file has ${word}.`)];
}

function checkReference(
	{ kind, text }: Reference,
	folder: string,
	{ paths, sql, commands }: Tree,
): string | undefined {
	if (kind === 'command') return commands.check(text);
	if (kind === 'link') {
		const [target = ''] = text.split('#');
		if (target === '' || /^[a-z]+:/.test(target)) return undefined;
		return paths.has(posix.join(folder, target)) ? undefined : `there is no ${target}.`;
	}
	const [, table, column] = /^([a-z_]+)\.([a-z_]+)$/.exec(text) ?? [];
	if (table && column && sql.hasTable(table)) {
		return sql.hasColumn(table, column) ? undefined : `app.${table} has no column ${column}.`;
	}
	const [, name] = /^(@feedback\/[a-z-]+)/.exec(text) ?? [];
	if (name) return commands.hasPackage(name) ? undefined : `there is no package ${name}.`;
	if (!isPath(text)) return undefined;
	return paths.hasFrom(folder, text) ? undefined : `there is no ${text}.`;
}

const fileName = /^[\w.{},*<>-]+\.(ts|js|json|sql|md|mdx|svelte|css|ya?ml|toml|html)$/;
const mediaType = /^(text|application|image)\/[a-z*]/;

// A leading slash begins the path of a URL.
function isPath(text: string): boolean {
	if (fileName.test(text)) return true;
	return /^[\w.{},*<>()[\]-]+\/[\w.{},*<>()[\]/-]*$/.test(text) && !mediaType.test(text);
}

// Diagrams name functions too, so this reads the whole text.
function findUnknownSql(path: string, text: string, { sql }: Tree): string[] {
	return text
		.split('\n')
		.flatMap((content, index) =>
			[...content.matchAll(/(?<![\w/.-])(?:app|identity)\.[a-z_0-9]+\b(?!\.)/g)]
				.filter(([name]) => !sql.has(name))
				.map(([name]) => `${path}:${index + 1}: the database has no ${name}.`),
		);
}

const identifier = /^([a-z]+[A-Z]\w*|[a-z][a-z0-9]*(_[a-z0-9]+)+|[A-Z]+(_[A-Z]+)+)(\(\))?$/;

function identifierIn({ kind, text }: Reference, { sql }: Tree): string | undefined {
	if (kind !== 'code') return undefined;
	if (sql.has(`app.${text}`)) return undefined;
	return identifier.exec(text)?.[1];
}

/** Those of the words that the sources contain. */
function findWords(words: readonly string[]): Set<string> {
	if (words.length === 0) return new Set();
	const any = new RegExp(String.raw`\b(?:${words.join('|')})\b`, 'g');
	const sources = listFiles('*.ts', '*.js', '*.svelte', '*.sql', '*.json', ':!gates/references*');
	return new Set(
		sources.flatMap((path) => readFileSync(join(root, path), 'utf8').match(any) ?? []),
	);
}
