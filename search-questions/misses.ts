// Prints what the search finds now for the words that readers searched without success: `npm run misses -w
// @feedback/search-questions -- searches.json [built site]`, with the output of `feedback-server docs-searches --json`.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { docsSearchMissesSchema } from '@feedback/contract';
import { openIndex, type SerializedIndex } from '@feedback/site/search';

import { serverFiles } from '../site/src/server/manifest.ts';

const [path, site = fileURLToPath(new URL('../site/dist/', import.meta.url))] =
	process.argv.slice(2);
if (path === undefined) {
	console.error('Pass the file that "feedback-server docs-searches --json" printed.');
	process.exit(2);
}
// npm runs the script in this workspace, and names the folder in which the person is.
const from = process.env['INIT_CWD'] ?? process.cwd();
const { searches } = docsSearchMissesSchema.parse(
	JSON.parse(readFileSync(resolve(from, path), 'utf8')),
);
const index = join(resolve(from, site), serverFiles.index);
const search = openIndex(JSON.parse(readFileSync(index, 'utf8')) as SerializedIndex);

for (const { words, no_result, no_click } of searches) {
	console.log(`${words}  (${no_result} without a result, ${no_click} without a click)`);
	const { results } = search(words, 5, '');
	for (const { url, heading } of results) console.log(`  ${url}  ${heading}`);
	if (results.length === 0) console.log('  nothing');
}
