import { createHmac } from 'node:crypto';

import type { Secrets } from '../data/secrets.ts';
import type { DemoContext, DemoPart, RunningDemo } from '../stack/demo-part.ts';
import { createKeyring } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { hashToken } from '../../supabase/functions/_shared/secrets/connection-token.ts';
import { answerDemo, demoLink, mailboxLink } from './demo-answers.ts';
import { createExampleBackend } from './example-backend.ts';
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
	const hasBackend = person !== undefined && extent.visits;
	return {
		...(hasBackend && {
			backend: createExampleBackend({
				apiUrl: context.apiUrl,
				siteKey: deriveSiteKey(context.secrets),
			}),
		}),
		answer: (address) => answerDemo(handedOut, address),
		environment: { FEEDBACK_MAIL_URL: mail.url, FEEDBACK_MAIL_FROM: 'Feedback <demo@localhost>' },
		stop: () => mail.stop(),
	};
}

/** The site key of the example app's backend: the same at every start. */
function deriveSiteKey({ demo }: Pick<Secrets, 'demo'>): string {
	return `fbs_${createHmac('sha256', demo.key).update('site key').digest('base64url')}`;
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
		const siteKey = deriveSiteKey(secrets);
		const hash = hashToken(createKeyring(secrets.service), siteKey);
		await seedDatabase(databaseUrl, person, { ...extent, siteKey: { text: siteKey, hash } });
		return person;
	} catch (error) {
		log(`Started without setting up the demo: ${(error as Error).message}`);
		log('Your data is unchanged, and everything else works.');
		return undefined;
	}
}
