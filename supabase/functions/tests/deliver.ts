import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

import {
	destinationDescriptions,
	type DestinationSettingsInput,
	type SecretSetting,
} from '@feedback/contract';

import { report } from '../../tests/caller.ts';
import { createDestination, deleteDestinations } from '../../tests/destinations.ts';
import { createDatabase, type TestDatabase } from '../../tests/harness.ts';
import { createSite, publishPrompt, type TestPrompt, type TestSite } from '../../tests/sites.ts';
import type { AnswerContext } from '../../../contract/src/wire.ts';
import { newVisit, signedIn } from '../../tests/visits.ts';
import { sealDestinationSecret } from '../_shared/secrets/destination-secret.ts';
import { createKeyring, mintSecret, type Keyring } from '../_shared/secrets/keyring.ts';
import { openNetwork } from '../_shared/outgoing/network.ts';
import { createOutgoing } from '../_shared/outgoing/outgoing.ts';
import { parsePrivateNetworks } from '../_shared/outgoing/private-networks.ts';
import { createPool } from '../_shared/pool.ts';
import { storeAnswers } from '../sdk/store-answers.ts';
import { createService, type Service } from '../deliver/service.ts';
import { openReceiver } from './https-receiver.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A database with a site and a published prompt, a service that delivers, and a receiver on this machine. */
export type TestDelivery = {
	database: TestDatabase;
	site: TestSite;
	prompt: TestPrompt;
	service: Service;
	/** The service's secret, from which the keyring is derived. */
	secret: string;
	keyring: Keyring;
	/** Requests to the receiver, in order. */
	received: Received[];
	/** The receiver's response; 204 by default. */
	respond: { with: RequestListener };
	/** URL of the receiver for a path. */
	url(path: string): string;
	/** A webhook with this path and secret, or a destination with these settings. */
	addDestination(given?: TestDestination): Promise<{ id: string; secret: string }>;
	/** Stores answers of a new visitor; resolves to the response's ID. */
	answer(answers: Record<string, unknown>, given?: TestAnswer): Promise<string>;
	end(): Promise<void>;
};

export type TestDestination = {
	path?: string;
	settings?: Partial<DestinationSettingsInput> & Record<string, unknown>;
	/** Whether the recipients of an e-mail have confirmed; true by default. */
	confirmed?: boolean;
};
export type TestAnswer = {
	final?: boolean;
	traits?: Record<string, string | number>;
	account?: string;
	/** What the site stores with the answers. */
	context?: AnswerContext;
};

let accounts = 0;

/** Uses a new database, or the given one: it stays open, and its destinations are deleted. */
export async function openDelivery(
	options: Partial<Service> = {},
	given?: TestDatabase,
): Promise<TestDelivery> {
	const database = given ?? (await createDatabase());
	const sql = database.admin;
	const site = await createSite(sql);
	const prompt = await publishPrompt(sql, site.id, {
		name: 'After the first report',
		trigger: { events: ['done'] },
		limits: { show: 'always' },
		questions: [
			{ id: 'score', type: 'rating', title: 'How was it?' },
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
	});
	const received: Received[] = [];
	const respond = { with: ((_, response) => response.writeHead(204).end()) as RequestListener };
	const receiver = await openReceiver((request, response) => {
		void text(request).then((body) => {
			received.push({ path: request.url ?? '', headers: request.headers, body });
			respond.with(request, response);
		});
	}, 'http');
	const secret = mintSecret();
	const keyring = createKeyring(secret);
	const pool = createPool(database.url('feedback_manage'), 'deliver', { size: 2 });
	const outgoing = createOutgoing(openNetwork(), {
		privateNetworks: parsePrivateNetworks('127.0.0.1'),
	});
	const service = createService({ sql: pool, keyring, outgoing, ...options });
	const url = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
	return {
		database,
		site,
		prompt,
		service,
		secret,
		keyring,
		received,
		respond,
		url,
		async addDestination({ path = '/hook', settings = {}, confirmed = true } = {}) {
			const id = await createDestination(sql, site.id, settings, { confirmed });
			const signing = `whsec_${randomBytes(24).toString('base64')}`;
			const { secretSettings, hasSigningSecret } =
				destinationDescriptions[settings.kind ?? 'webhook'];
			const seal = (use: 'secret' | SecretSetting, plain: string) =>
				sealDestinationSecret(keyring, site.id, id, use, plain);
			// The contract accepts no plain HTTP, but a test's receiver supports nothing else.
			await sql`update app.destinations set url = ${url(path)} where id = ${id} and url is not null`;
			if (hasSigningSecret) {
				await sql`update app.destinations set sealed_secret = ${Buffer.from(await seal('secret', signing))}
					where id = ${id}`;
			}
			if (secretSettings.includes('token')) {
				const token = String((settings as Record<string, unknown>)['token']);
				await sql`update app.destinations set sealed_token = ${Buffer.from(await seal('token', token))}
					where id = ${id}`;
			}
			if (secretSettings.includes('url')) {
				await sql`update app.destinations set sealed_url = ${Buffer.from(await seal('url', url(path)))}
					where id = ${id}`;
			}
			return { id, secret: signing };
		},
		async answer(answers, { final = true, traits = {}, account, context } = {}) {
			const visit = signedIn(newVisit(site.id), account ?? `account-${++accounts}`, traits);
			const { display } = await report(database.ingest, visit, 'done');
			await storeAnswers(database.ingest, {
				site: site.id,
				display,
				seq: 1,
				final,
				answers: answers as never,
				now: null,
				context,
			});
			return display;
		},
		async end() {
			await pool.end();
			await receiver.close();
			if (given) await deleteDestinations(sql);
			else await database.close();
		},
	};
}
