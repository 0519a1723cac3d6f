import {
	limits,
	parseJson,
	ServiceError,
	slackAuthorizationPrefix,
	type SlackChannel,
} from '@feedback/contract';
import { z } from 'zod';

import { decodeBase64url, encodeBase64url } from '../../_shared/secrets/base64url.ts';
import type { Service } from '../service.ts';

/** The webhook that Slack created, and its channel. */
export type SlackWebhook = { url: string; channel: SlackChannel };

const sealedSchema = z.strictObject({
	url: z.string(),
	channel: z.strictObject({ workspace: z.string(), name: z.string() }),
	/** Milliseconds since 1970. */
	expires: z.number(),
});

type Means = Pick<Service, 'keyring' | 'clock'>;

/** Seals a webhook for one owner and one site, so that the browser can neither read nor change it. */
export async function sealAuthorization(
	{ keyring, clock }: Means,
	site: string,
	person: string,
	webhook: SlackWebhook,
): Promise<string> {
	const expires = clock() + limits.destination.slackMinutes * 60_000;
	const bytes = new TextEncoder().encode(JSON.stringify({ ...webhook, expires }));
	const sealed = await keyring.seal(bytes, bind(site, person));
	return slackAuthorizationPrefix + encodeBase64url(sealed);
}

/** Opens an authorization. Throws `invalid_request` if it is another person's or site's, or has expired. */
export async function openAuthorization(
	{ keyring, clock }: Means,
	site: string,
	person: string,
	authorization: string,
): Promise<SlackWebhook> {
	const sealed = decodeBase64url(authorization.slice(slackAuthorizationPrefix.length));
	const bytes = sealed && (await keyring.open(sealed, bind(site, person)));
	if (!bytes) throw refused('is not an authorization of this person for this site');
	const json = new TextDecoder().decode(bytes);
	const { expires, ...webhook } = sealedSchema.parse(parseJson(json, limits.request));
	if (expires < clock()) throw refused('has expired; connect to Slack again');
	return webhook;
}

function refused(problem: string): ServiceError {
	return new ServiceError('invalid_request', { field: 'url', message: `url ${problem}` });
}

function bind(site: string, person: string): string {
	return `${site}/slack-authorization/${person}`;
}
