import { Buffer } from 'node:buffer';

import { decodeBase64url, encodeBase64url } from '../../_shared/secrets/base64url.ts';
import { equalTexts, type Keyring } from '../../_shared/secrets/keyring.ts';
import type { Service } from '../service.ts';

/** A recipient of an e-mail destination. */
export type Recipient = { site: string; destination: string; address: string };

/** URL that unsubscribes a recipient from a destination's e-mails: for the page, and for the request of RFC 8058. */
export function linkToUnsubscribe({ apiUrl, keyring }: Service, recipient: Recipient): string {
	return `${apiUrl}/deliver/unsubscribe?token=${createUnsubscribeToken(keyring, recipient)}`;
}

/** Creates the token of an unsubscribe URL: it names the recipient, and only the service can create it. */
export function createUnsubscribeToken(
	keyring: Keyring,
	{ site, destination, address }: Recipient,
): string {
	const named = encodeBase64url(Buffer.from(JSON.stringify([site, destination, address])));
	return `${named}.${sign(keyring, named)}`;
}

/** Returns the recipient in a token; undefined when the service did not create the token. */
export function readUnsubscribeToken(keyring: Keyring, token: string): Recipient | undefined {
	const [named = '', signature = ''] = token.split('.');
	if (!equalTexts(signature, sign(keyring, named))) return undefined;
	const text = Buffer.from(decodeBase64url(named) ?? []).toString();
	const [site, destination, address] = JSON.parse(text) as [string, string, string];
	return { site, destination, address };
}

function sign(keyring: Keyring, named: string): string {
	return encodeBase64url(keyring.sign('unsubscribe', named));
}
