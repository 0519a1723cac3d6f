// A run that kills itself before a step: `node killed-run.ts <config> <app> <word of the step>`.
import { join } from 'node:path';

import { openJournals } from '../../src/init/journal.ts';
import { writeChanges } from '../../src/init/write-changes.ts';

const [config = '', app = '', killAt = ''] = process.argv.slice(2);

const bytes = new TextEncoder().encode('edited');
writeChanges([{ path: join(app, 'main.js'), bytes }], {
	app,
	top: app,
	journals: openJournals(config, app),
	now: new Date(0),
	onStep: (step) => {
		if (step.startsWith(killAt)) process.kill(process.pid, 'SIGKILL');
	},
});
