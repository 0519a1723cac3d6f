// Runs each block of a page on the machine, with a separate site.
import type { Client } from '@feedback/client';

import { testDocs } from '../../../site/test/test-docs.ts';
import { mintUuidv7 } from '../../../supabase/functions/_shared/uuidv7.ts';
import { fillIn, publishPrompt, type Scene } from './fixtures.ts';
import { findLastOutput, isInteractive, readLines } from './lines.ts';
import type { Machine } from './machine.ts';
import { createPerson } from './person.ts';
import { prepare } from './prepare.ts';

/** What the blocks are run against. */
export type Surroundings = {
	machine: Machine;
	/** The service's demo person. */
	owner: Client;
	/** Their access token. */
	token: string;
	/** Their workspace “Acme”. */
	workspace: string;
	apiUrl: string;
	docsUrl: string;
	/** Accepts every webhook. */
	receiverUrl: string;
};

/** A workspace with a site, its prompt, and an event of an account. */
async function openScene({
	owner,
	workspace,
	apiUrl,
	receiverUrl,
}: Surroundings): Promise<Scene & { siteKey: string }> {
	const { id: site } = await owner.createSite({ workspace, name: 'Reports' });
	const { secret: siteKey } = await owner.createSiteKey({ site, name: 'Backend' });
	await publishPrompt(owner, site, 'export-nps');
	const answer = await fetch(`${apiUrl}/events`, {
		method: 'POST',
		headers: { authorization: `Bearer ${siteKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			events: [{ id: mintUuidv7(Date.now()), account: 'cust_1', name: 'report.exported' }],
		}),
	});
	if (!answer.ok) throw new Error(`The event was answered with ${answer.status}.`);
	return {
		owner,
		place: { workspace, site },
		person: createPerson(owner, [site]),
		receiverUrl,
		siteKey,
	};
}

/** Runs a block in a folder of the machine; resolves to the lines that failed, with their output. */
export async function runBlock(
	code: string,
	folder: string,
	surroundings: Surroundings,
): Promise<string[]> {
	const { machine, token, apiUrl, docsUrl } = surroundings;
	const scene = await openScene(surroundings);
	const environment: Record<string, string> = {
		FEEDBACK_API_URL: apiUrl,
		FEEDBACK_DOCS_URL: docsUrl,
		FEEDBACK_DASHBOARD_URL: 'http://127.0.0.1:54323',
		FEEDBACK_KEYRING: '0',
		FEEDBACK_WORKSPACE: scene.place.workspace,
		FEEDBACK_SITE: scene.place.site,
		FEEDBACK_SITE_KEY: scene.siteKey,
		BROWSER: 'true',
		...(code.includes('npmScopes') && yarn4),
	};
	const run = (line: string, place = folder, until?: RegExp) =>
		machine.run(line, {
			folder: place,
			// Where npm looks for settings of a person; in the same folder, it ignores those of the app.
			home: `${folder}-home`,
			environment: line.startsWith('curl')
				? { ...environment, FEEDBACK_TOKEN: token }
				: environment,
			terminal: isInteractive(line),
			until,
			follow: (output) => scene.person.decide(output),
		});
	let isSignedIn = false;
	const failed: string[] = [];
	for (const written of readLines(code)) {
		const needsSignIn = /feedback (?!login|logout|--version)|\/cli-\S+ (whoami|init)/.test(written);
		if (needsSignIn && !isSignedIn) {
			const { code: ended, output } = await run('feedback login --browser');
			if (ended !== 0) throw new Error(`The sign-in failed: ${output}`);
			isSignedIn = true;
		}
		if (written === 'feedback logout') isSignedIn = false;
		const place = await prepare(written, { scene, machine, folder, run });
		const line = await fillIn(useAddresses(written, surroundings), scene);
		let outcome = await run(line, place, findLastOutput(line));
		if (outcome.code === approvalRequired) {
			await scene.person.decide(outcome.output);
			outcome = await run(line, place, findLastOutput(line));
		}
		if (outcome.code !== 0) failed.push(`${line}\nended with ${outcome.code}:\n${outcome.output}`);
	}
	return failed;
}

const approvalRequired = 5;

const yarn4 = {
	PATH: '/home/dev/yarn-4:/home/dev/global/bin:/usr/local/bin:/usr/bin:/bin',
	// As the page says of a service without TLS.
	YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
	YARN_ENABLE_TELEMETRY: '0',
};

/** Replaces the addresses of the pages by those of this service. */
function useAddresses(line: string, { apiUrl, docsUrl }: Surroundings): string {
	return line
		.replaceAll(testDocs.environment!['FEEDBACK_DOCS_URL']!, docsUrl)
		.replaceAll('http://127.0.0.1:4321', docsUrl)
		.replaceAll('http://127.0.0.1:54321/functions/v1', apiUrl);
}
