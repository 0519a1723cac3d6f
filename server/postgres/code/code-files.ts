import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { layout } from '#layout';

/** A file of `supabase/schemas/`: the only definition of some functions, views, triggers and policies. */
export type CodeFile = {
	/** From the folder on, with slashes: `decide/reserve.sql`. */
	path: string;
	text: string;
	sha256: string;
	/** Qualified names of the functions and views that it defines. */
	defines: ReadonlySet<string>;
	/** Qualified names that its statements mention, whether or not they are code. */
	mentions: ReadonlySet<string>;
};

/** The code files of a folder, by default the server's own, in the order in which they can be applied. */
export function listCodeFiles(folder = layout.schemas): CodeFile[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.sql'))
		.sort()
		.map((name) =>
			readCodeFile(name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')),
		);
	return orderByUse(files);
}

export function readCodeFile(path: string, text: string): CodeFile {
	const statements = withoutComments(text);
	return {
		path,
		text,
		sha256: createHash('sha256').update(text).digest('hex'),
		defines: new Set([...statements.matchAll(definition)].map((match) => match[1]!)),
		mentions: new Set(statements.match(/\b(?:app|identity|hosted_auth)\.[a-z_0-9]+/g)),
	};
}

/** The qualified names of the functions that a text of SQL calls, apart from those in its strings and bodies. */
export function findCalls(text: string): Set<string> {
	const statements = withoutComments(text).replace(/\$(\w*)\$.*?\$\1\$|'[^']*'/gs, '');
	return new Set(statements.match(/\b(?:app|identity)\.[a-z_0-9]+(?=\()/g));
}

const definition = /^create (?:or replace )?(?:function|view) ([a-z_]+\.[a-z_0-9]+)/gm;

export function withoutComments(text: string): string {
	return text.replace(/--[^\n]*/g, '');
}

/**
 * Puts every file after those that define what it mentions. Files that mention each other stay in the given order: a
 * body that calls a later function is checked when it runs.
 */
function orderByUse(files: readonly CodeFile[]): CodeFile[] {
	const definedIn = new Map(files.flatMap((file) => [...file.defines].map((name) => [name, file])));
	const ordered = new Set<CodeFile>();
	const visited = new Set<CodeFile>();
	const visit = (file: CodeFile): void => {
		if (visited.has(file)) return;
		visited.add(file);
		for (const name of file.mentions) {
			const used = definedIn.get(name);
			if (used) visit(used);
		}
		ordered.add(file);
	};
	files.forEach(visit);
	return [...ordered];
}
