// Measures the time that the command takes to start, compared with Node without a script, and to plan its changes to an
// app. Run it with: npx node e2e/bench/command.ts
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builds, buildIfStale } from '../../server/parts/builds.ts';
import { root } from '../../server/layout/tree.ts';
import { timeCommands } from './time-commands.ts';

await buildIfStale(builds.command, (line) => console.log(line));
const bin = join(root, builds.command.output, 'feedback.js');
const folder = mkdtempSync(join(tmpdir(), 'feedback-bench-'));
try {
	const plan = ['init', '--dry-run', '--json', '--site-id', 'site_demo000000'];
	const env = { XDG_CONFIG_HOME: join(folder, 'config'), FEEDBACK_KEYRING: '0' };
	timeCommands([
		{ name: 'node -e 0', argv: ['-e', '0'] },
		{ name: 'feedback --version', argv: [bin, '--version'] },
		{ name: 'feedback --help', argv: [bin, '--help'] },
		{ name: 'feedback prompt publish --help', argv: [bin, 'prompt', 'publish', '--help'] },
		{
			name: 'feedback init, app of 10 files',
			argv: [bin, ...plan],
			cwd: makeApp('small', 10),
			env,
		},
		{
			name: 'feedback init, app of 5,000 files',
			argv: [bin, ...plan],
			cwd: makeApp('large', 5_000),
			env,
		},
	]);
} finally {
	rmSync(folder, { recursive: true });
}

/** A Vite app with React, with a hundred modules per folder. */
function makeApp(name: string, files: number): string {
	const app = join(folder, name);
	mkdirSync(join(app, 'src'), { recursive: true });
	const dependencies = { react: '^19.0.0', vite: '^8.0.0' };
	writeFileSync(join(app, 'package.json'), JSON.stringify({ name, dependencies }, null, 2));
	writeFileSync(
		join(app, 'index.html'),
		'<!doctype html>\n<div id="app"></div>\n<script type="module" src="/src/main.tsx"></script>\n',
	);
	writeFileSync(join(app, 'src/main.tsx'), `import { App } from './0/part-0.tsx';\n\nvoid App;\n`);
	for (let index = 0; index < files - 3; index += 1) {
		const part = join(app, 'src', String(Math.floor(index / 100)));
		mkdirSync(part, { recursive: true });
		const lines = Array.from({ length: 40 }, (_, line) => `\t\t<p>Line ${line} of ${index}</p>`);
		const module = `export function App() {\n\treturn (\n\t\t<>\n${lines.join('\n')}\n\t\t</>\n\t);\n}\n`;
		writeFileSync(join(part, `part-${index}.tsx`), module);
	}
	return app;
}
