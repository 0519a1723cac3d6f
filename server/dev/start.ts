// `npm run dev`: the whole service from its sources, until Ctrl-C. What is saved is seen at once. Its data is separate
// from that of `npm start`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, styleText } from 'node:util';

import { refuseSecond } from '../data/lock.ts';
import { demoWithVisits } from '../demo/demo.ts';
import { runStack } from '../demo/run-stack.ts';
import { describeStack } from '../demo/table.ts';
import { root } from '../layout/tree.ts';
import { readParts } from '../parts/parts.ts';
import { readPorts } from '../ports/ports.ts';
import { type Stack, startStack } from '../stack/start-stack.ts';
import { createDevParts } from './dev-parts.ts';
import { createSaveLog } from './save-log.ts';
import { startSdkBuilds } from './sdk-builds.ts';
import { watchSources } from './watch-sources.ts';

// Vite and Astro would choose one each.
process.env['NODE_ENV'] = 'development';

const data = join(process.env['FEEDBACK_DATA'] || join(root, '.feedback'), 'dev');
const saves = createSaveLog();

const sources = [
	['dashboard, examples/reports, content, site', 'the open pages follow'],
	['sdk/src', 'is built, and the open pages reload'],
	['supabase/functions', 'the functions start again; requests wait'],
	['supabase/schemas', 'is applied to the database'],
];
const hints = [
	'Save a file, and see it',
	...sources.map(([folder = '', what]) => `  ${styleText('dim', folder.padEnd(45))}${what}`),
];

await runStack({
	start,
	onStarted: (stack, seconds) => console.log(describeStack(stack, seconds, hints)),
	adviseOtherVersion: () => 'Start with new demo data instead: npm run dev -- --new-data',
});

async function start(signal: AbortSignal): Promise<Stack> {
	const { values: flags } = parseArgs({ options: { 'new-data': { type: 'boolean' } } });
	await refuseSecond(data);
	if (flags['new-data']) rmSync(data, { recursive: true, force: true });
	const sdk = await startSdkBuilds(data);
	const stack = await startStack({
		data,
		ports: readPorts(process.env),
		parts: readParts(process.env['FEEDBACK_PARTS']),
		partsFrom: createDevParts(sdk.folder, saves),
		demo: demoWithVisits,
		environment: { FEEDBACK_SCRIPT_DIR: sdk.folder },
		signal,
	});
	const watch = await watchSources({ stack, sdk, saves });
	return {
		...stack,
		async stop() {
			await watch.stop();
			await stack.stop();
		},
	};
}
