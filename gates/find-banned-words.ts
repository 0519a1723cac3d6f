import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type BannedWord, bannedWords } from './banned-words.ts';
import { listFiles } from './tree.ts';

const text = /\.(ts|js|svelte|astro|sql|md|mdx|html|css|json|yml|yaml|toml|sh)$/;
// The list itself, published history, and text that is not ours.
const skipped =
	/(^|\/)(package-lock\.json|CHANGELOG\.md|LICENSE)$|^gates\/(find-)?banned-words(\.test)?\.ts$|^contract\/src\/generated\/language-data\.ts$/;

/** Finds banned words in a text, each with its line, the match and what to write instead. */
export function findBannedWords(
	path: string,
	content: string,
	words: readonly BannedWord[] = bannedWords,
): string[] {
	const rules = words.filter(
		({ files, except }) => (!files || files.test(path)) && !except?.test(path),
	);
	return content.split('\n').flatMap((line, index) =>
		rules.flatMap(({ pattern, instead }) => {
			const [found] = pattern.exec(line) ?? [];
			return found ? [`${path}:${index + 1}: “${found}”: write ${instead}`] : [];
		}),
	);
}

/** Finds banned words in the whole tree. */
export function findBannedWordsOfTree(root: string): string[] {
	return listFiles()
		.filter((path) => text.test(path) && !skipped.test(path))
		.flatMap((path) => findBannedWords(path, readFileSync(join(root, path), 'utf8')));
}
