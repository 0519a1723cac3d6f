import type { DemoContext, DemoPart, RunningDemo } from '../stack/demo-part.ts';
import { answerDemo, demoLink, mailboxLink } from './demo-answers.ts';
import { startMailServer } from './mail-server.ts';
import { seedDatabase } from './seeding.ts';

/** Adds the demo: a person, a workspace, a site with prompts, and a mailbox, for holders of the printed key. */
export const demo: DemoPart = makeDemo({ visits: false });

/** The same with a week of visits, for `npm start`. */
export const demoWithVisits: DemoPart = makeDemo({ visits: true });

type Extent = { visits: boolean };

function makeDemo(extent: Extent): DemoPart {
	return { link: demoLink, mailboxLink, setUp: (context) => start(context, extent) };
}

async function start(context: DemoContext, extent: Extent): Promise<RunningDemo> {
	const person = await setUpDemo(context, extent);
	const { key, ...credentials } = context.secrets.demo;
	const mail = await startMailServer();
	const readMessages = () =>
		[...context.signIn.messages, ...mail.messages].toSorted((a, b) => b.at.localeCompare(a.at));
	const handedOut = { key, readMessages, person: person && credentials };
	return {
		answer: (address) => answerDemo(handedOut, address),
		environment: { FEEDBACK_MAIL_URL: mail.url, FEEDBACK_MAIL_FROM: 'Feedback <demo@localhost>' },
		stop: () => mail.stop(),
	};
}

/**
 * Creates the demo's person, workspace, site and prompts if they are missing. A failure is logged and
 * ignored: it must not keep the service and its data from starting.
 */
async function setUpDemo(
	{ signIn, databaseUrl, secrets, log }: DemoContext,
	extent: Extent,
): Promise<{ id: string; email: string } | undefined> {
	try {
		const { email, password } = secrets.demo;
		const person = { id: await signIn.ensurePerson({ email, password }), email };
		await seedDatabase(databaseUrl, person, extent);
		return person;
	} catch (error) {
		log(`Started without setting up the demo: ${(error as Error).message}`);
		log('Your data is unchanged, and everything else works.');
		return undefined;
	}
}
