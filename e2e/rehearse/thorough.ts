// Runs every test that is reduced or skipped in `npm test` (`testing/thorough.ts`), with all of its cases.
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { thoroughVariable } from '../../testing/thorough.ts';
import { root } from '../../server/layout/tree.ts';
import { run } from '../../testing/run.ts';

const mention = /\/thorough\.ts'|'thorough'/;
const found = globSync('*/**/{*.test,vitest.config}.ts', {
	cwd: root,
	exclude: (path) => /node_modules|^dist$/.test(path),
}).filter((path) => mention.test(readFileSync(join(root, path), 'utf8')));
// A configuration enables it for all tests in its folder.
const files = found.map((path) => path.replace('vitest.config.ts', ''));

const { code } = await run(
	'vitest',
	['run', '--root', root, `--maxWorkers=${availableParallelism() + 2}`, ...files],
	{ live: true, environment: { [thoroughVariable]: 'yes' } },
);
process.exitCode = code;
