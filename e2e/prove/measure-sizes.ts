// Measures the gzipped size of each file of the SDK that browsers download.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from '../../server/layout/tree.ts';
import { builds, buildIfStale } from '../../server/parts/builds.ts';
import { reportTable } from './report.ts';

/** The files by what they are, with the limits of `sdk/test/package.test.ts`. */
const files = {
	'script tag': { name: /^feedback\.js$/, most: 5_120 },
	package: { name: /^index\.js$/, most: 5_120 },
	headless: { name: /^headless\.js$/, most: 5_120 },
	'prompt UI': { name: /^feedback-ui-[\w-]{8}\.js$/, most: 10_240 },
	'after the decision': { name: /^feedback-later-[\w-]{8}\.js$/, most: 6_912 },
	launcher: { name: /^feedback-launcher-[\w-]{8}\.js$/, most: 6_144 },
	'picture question': { name: /^feedback-picture-[\w-]{8}\.js$/, most: 3_584 },
	'pictures of the page': { name: /^feedback-screenshot-[\w-]{8}\.js$/, most: 18_432 },
};

await buildIfStale(builds.sdk, (line) => console.log(line));
const folder = join(root, 'sdk/dist');
const built = readdirSync(folder);
reportTable(
	'The SDK',
	Object.fromEntries(
		Object.entries(files).map(([what, { name, most }]) => {
			const bytes = readFileSync(
				join(
					folder,
					built.find((file) => name.test(file))!,
				),
			);
			const value = gzipSync(bytes, { level: 9 }).length;
			return [what, { 'gzip, bytes': { value, goal: { at_most: most } } }];
		}),
	),
);
