import { limits, ServiceError } from '@feedback/contract';

import { encodeBase64url } from '../../_shared/secrets/base64url.ts';
import type { Context, Operation } from '../operation/operation.ts';
import type { Service } from '../service.ts';
import { exchangeCode } from './exchange-code.ts';
import { sealAuthorization } from './sealed-authorization.ts';
import type { SlackApp } from './slack-app.ts';

export const getSlackApp: Operation<'getSlackApp'> = {
	access: 'read only',
	run: ({ service }) => Promise.resolve({ available: service.slack !== undefined }),
};

export const beginSlackAuthorization: Operation<'beginSlackAuthorization'> = {
	access: 'read write',
	async run({ tx, person, service }, { site }) {
		const app = requireApp(service);
		const state = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
		await tx`
			insert into app.slack_authorizations (site_id, person_id, state_hash, session, expires_at)
			values (${site}, ${person.id}, ${await hash(state)}, ${sessionOf(person)},
				now() + make_interval(mins => ${limits.destination.slackMinutes}))
			on conflict (site_id, person_id) do update set state_hash = excluded.state_hash, session = excluded.session,
				expires_at = excluded.expires_at`;
		const url = new URL('https://slack.com/oauth/v2/authorize');
		// Slack shows its own list of channels for this scope, and the app can do nothing else.
		url.search = new URLSearchParams({
			client_id: app.clientId,
			scope: 'incoming-webhook',
			redirect_uri: returnAddress(service),
			state,
		}).toString();
		return { url: url.href, state };
	},
};

export const finishSlackAuthorization: Operation<'finishSlackAuthorization'> = {
	access: 'read write',
	async run({ tx, person, service }, { site, state, code }) {
		const app = requireApp(service);
		const found = await tx`
			delete from app.slack_authorizations
			where site_id = ${site} and person_id = ${person.id} and state_hash = ${await hash(state)}
			  and session = ${sessionOf(person)} and expires_at > now()
			returning site_id`;
		if (found.length === 0) {
			throw new ServiceError('conflict', {
				field: 'state',
				message: `This was used already, begun in another session, or begun more than ${limits.destination.slackMinutes} minutes ago. Connect to Slack again.`,
			});
		}
		// Once the state is used up, and no connection to the database is held.
		return async () => {
			const { url, channel } = await exchangeCode(service, app, code, returnAddress(service));
			const authorization = await sealAuthorization(service, site, person.id, { url, channel });
			return { authorization, channel };
		};
	},
};

function requireApp({ slack }: Service): SlackApp {
	if (slack) return slack;
	throw new ServiceError('not_found', {
		message: 'The operator has registered no Slack app. Paste the URL of an incoming webhook.',
	});
}

/** The page of the dashboard to which Slack returns; the operator lists it in the app. */
function returnAddress({ dashboardUrl }: Service): string {
	return `${dashboardUrl}/slack`;
}

function sessionOf({ claims }: Context['person']): string {
	const { session_id: session } = claims;
	return typeof session === 'string' ? session : '';
}

async function hash(state: string): Promise<Uint8Array<ArrayBuffer>> {
	return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(state)));
}
