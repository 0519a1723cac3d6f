// `npm run rehearse first-answer`: how long it takes from an empty machine to an answer, when a developer, a product
// manager and an agent follow the documentation. `npm run prove first-answer` stores the figures. Needs root on a Debian
// machine, and the npm registry.
import { launchChromium } from '../../../testing/launch-chromium.ts';
import type { Rows } from '../../prove/figure.ts';
import { reportNote, reportTable } from '../../prove/report.ts';
import { createMachine } from '../commands/machine.ts';
import { freshDebian } from '../fresh-debian.ts';
import { followAgent } from './agent.ts';
import { type Journey, startJourney } from './journey.ts';
import { followManager } from './manager.ts';
import { followNext } from './next-developer.ts';
import { createPerson } from './person.ts';
import {
	installService,
	type Service,
	startForOwner,
	startService,
	stopService,
} from './service.ts';
import { followVite } from './vite-developer.ts';
import type { World } from './world.ts';

const readers = {
	vite: 'developer, Vite',
	next: 'developer, Next.js',
	agent: 'agent, skill',
	manager: 'product manager, test page',
};

/** Minutes that each may need at most. */
const minutes = { developer: 10, manager: 2, agent: 10 };

/** The ports that commands and packages expect. */
const usual = {
	apiUrl: 'http://127.0.0.1:54321/functions/v1',
	docsUrl: 'http://127.0.0.1:4321',
	dashboardUrl: 'http://127.0.0.1:54323',
};

const debian = await freshDebian(['git', 'nodejs', 'npm']);
const browser = await launchChromium();
try {
	const machine = await createMachine(debian);
	const host = await createPerson(machine, '/home/dev/host');
	const start = startJourney('the service');
	await installService(debian, host, start);
	const service = await start.step('npm start', () => startService(host));

	const follow = async (name: string, goOn: (journey: Journey, world: World) => Promise<void>) => {
		const journey = startJourney(name);
		const person = await createPerson(machine, `/home/dev/${name.replaceAll(/\W+/g, '-')}`, {
			...settingsFor(service),
		});
		await goOn(journey, { person, service, browser });
		return journey;
	};
	const vite = await follow(readers.vite, followVite);
	const next = await follow(readers.next, followNext);
	const agent = await follow(readers.agent, followAgent);

	await stopService(host);
	const manager = startJourney(readers.manager);
	await followManager(manager, { ownerUrl: await startForOwner(host), browser });
	report(start, { vite, next, agent, manager });
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
} finally {
	await browser.close();
	await debian.remove();
}

/** Needed only if another program has a port of the service: the page “Command-line tool” lists these settings. */
function settingsFor({ apiUrl, docsUrl, dashboardUrl }: Service): Record<string, string> {
	return {
		...(apiUrl !== usual.apiUrl && { FEEDBACK_API_URL: apiUrl }),
		...(docsUrl !== usual.docsUrl && { FEEDBACK_DOCS_URL: docsUrl }),
		...(dashboardUrl !== usual.dashboardUrl && { FEEDBACK_DASHBOARD_URL: dashboardUrl }),
	};
}

type Journeys = Record<keyof typeof readers, Journey>;

function report(start: Journey, { vite, next, agent, manager }: Journeys): void {
	const service = start.minutes();
	const whole = (journey: Journey, most: number) => ({
		'service, min': service,
		'own steps, min': journey.minutes(),
		'together, min': {
			value: Number((service + journey.minutes()).toFixed(2)),
			goal: { at_most: most },
		},
	});
	reportTable('Minutes to the first answer', {
		[readers.vite]: whole(vite, minutes.developer),
		[readers.next]: whole(next, minutes.developer),
		[readers.agent]: whole(agent, minutes.agent),
		// Their service runs already.
		[readers.manager]: {
			'own steps, min': { value: manager.minutes(), goal: { at_most: minutes.manager } },
		},
	});
	const rows: Rows = {};
	for (const [reader, { steps }] of Object.entries({
		'the service': start,
		[readers.vite]: vite,
		[readers.next]: next,
		[readers.agent]: agent,
		[readers.manager]: manager,
	})) {
		for (const { name, seconds } of steps) rows[`${reader}: ${name}`] = { 'took, s': seconds };
	}
	reportTable('Steps', rows);
	reportNote(
		'Every command and all code are copied from the pages as this service serves them, on a Debian that has only git, Node.js and npm. The minutes are those of the machine: a person who reads and types takes longer. Scaffolding the app is included, and so is everything that npm downloads.',
	);
}
