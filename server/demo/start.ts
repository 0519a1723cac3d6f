// `npm start`: the whole service on this machine, until Ctrl-C.
import { join } from 'node:path';

import { root } from '../layout/tree.ts';
import { readParts } from '../parts/parts.ts';
import { readPorts } from '../ports/ports.ts';
import { type Stack, startStack } from '../stack/start-stack.ts';
import { demoWithVisits } from './demo.ts';
import { runStack } from './run-stack.ts';
import { describeStack } from './table.ts';

if (import.meta.main) {
	await runStack({
		start,
		onStarted(stack, seconds) {
			console.log(describeStack(stack, seconds));
			sayWhatFollows(stack);
		},
		adviseOtherVersion: () =>
			`Your data in ${dataFolder()} is kept as it is. Start the version of Feedback that made it, or set ` +
			'FEEDBACK_DATA to another folder to start this version with new data.',
	});
}

function sayWhatFollows(stack: Stack): void {
	stack.late.served.then(
		({ siteUrl }) => siteUrl && console.log(`The documentation is ready: ${siteUrl}`),
		// The build was stopped, or its port was taken in the meantime.
		(error: unknown) => console.log(`The documentation is not served: ${(error as Error).message}`),
	);
}

async function start(signal: AbortSignal): Promise<Stack> {
	const isDemo = readDemo(process.env['FEEDBACK_DEMO']);
	return startStack({
		data: dataFolder(),
		ports: readPorts(process.env),
		parts: readParts(process.env['FEEDBACK_PARTS']),
		...(isDemo
			? { demo: demoWithVisits }
			: { owner: process.env['FEEDBACK_OWNER'] || 'owner@example.com' }),
		late: ['site'],
		signal,
	});
}

/** Whether to start as a demo; true unless `FEEDBACK_DEMO` is `0`. Throws on anything but `0` and `1`. */
function readDemo(asked: string | undefined): boolean {
	if (!asked || asked === '1') return true;
	if (asked === '0') return false;
	throw new Error(`FEEDBACK_DEMO is ${asked}; it must be 0 or 1.`);
}

function dataFolder(): string {
	return process.env['FEEDBACK_DATA'] || join(root, '.feedback');
}
