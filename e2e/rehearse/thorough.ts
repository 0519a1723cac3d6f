// Runs every test that tries less in `npm test` (`testing/thorough.ts`), with all of its cases.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { thoroughVariable } from '../../testing/thorough.ts';
import { root } from '../../server/layout/tree.ts';
import { run } from '../../testing/run.ts';

const importers = globSync('**/{*.test,vitest.config}.ts', {
	cwd: root,
	exclude: (path) => /node_modules|^dist$/.test(path),
}).filter((path) => readFileSync(join(root, path), 'utf8').includes('/thorough.ts'));
// A configuration provides it to all tests beside it.
const files = importers.map((path) => path.replace('vitest.config.ts', ''));

const { code } = await run('vitest', ['run', '--root', root, ...files], {
	live: true,
	environment: { [thoroughVariable]: 'yes' },
});
process.exitCode = code;
