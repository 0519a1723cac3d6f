import { proofDefaultSeconds, proofHours } from '@feedback/contract/shared-limits';
import type { Values } from '@feedback/contract/wire';

import { mintId } from './uuid.ts';

export type { Reason, Value, Values } from '@feedback/contract/wire';
export { createFeedback } from './backend/create-feedback.ts';
export type { ReportedResult, ServerFeedback, ServerOptions } from './backend/create-feedback.ts';
export { FeedbackError, type FeedbackErrorCode } from './feedback-error.ts';

/** A site's proof key, from the dashboard's settings. Keep it on the server. */
export type ProofKey =
	| {
			/** The key's ID. */
			id: string;
			/** The secret as the dashboard showed it (base64url or hex), or its 32 bytes. */
			secret: string | Uint8Array<ArrayBuffer>;
	  }
	| {
			id: string;
			/** An Ed25519 private key, for keys whose public half the service knows. */
			privateKey: CryptoKey;
	  };

/** Claims of an event proof. */
export type EventProofClaims = {
	/** The public site ID, `site_…`. */
	siteId: string;
	key: ProofKey;
	/** Name of the event that happened. */
	event: string;
	/** The account ID passed to `identify`. Either this or `visitorId` is required. */
	accountId?: string;
	/** `Feedback.visitorId()`, for a visitor who is not signed in. */
	visitorId?: string;
	/** Properties that count as verified. */
	properties?: Values;
	/** Lifetime in seconds: 300 by default, at most 86,400. */
	expiresIn?: number;
	/** A UUIDv7 under which the event is stored only once. Generated if omitted. */
	eventId?: string;
	/** Milliseconds since 1970; the current time if omitted. */
	now?: number;
};

/** Claims of an identity proof. */
export type IdentityProofClaims = Pick<EventProofClaims, 'siteId' | 'key' | 'expiresIn' | 'now'> & {
	/** The account that signed in. */
	accountId: string;
};

const maxSeconds = proofHours * 3_600;

/**
 * Proof from your backend that an event happened, with properties that cannot be altered. Send it to
 * the browser, which passes it as `eventProof`. It counts once: the event is stored under the proof's ID.
 * Runs on Node, Deno, Bun and edge runtimes.
 *
 * @throws RangeError when `expiresIn` is not from 1 to 86,400, and TypeError when the claims name neither
 * or both of `accountId` and `visitorId`, or the secret is not 32 bytes.
 * @example
 * const proof = await createEventProof({
 * 	siteId: 'site_demo000000',
 * 	key: { id: 'k1', secret: process.env.FEEDBACK_PROOF_SECRET },
 * 	event: 'invoice.paid',
 * 	accountId: user.id,
 * 	properties: { plan: 'pro', first: true },
 * });
 * // in the browser: Feedback.event('invoice.paid', {}, { eventProof: proof })
 */
export async function createEventProof(claims: EventProofClaims): Promise<string> {
	const { siteId, key, event, accountId, visitorId, properties = {}, eventId } = claims;
	if ((accountId === undefined) === (visitorId === undefined)) {
		throw new TypeError('An event proof names either accountId or visitorId.');
	}
	const subject = accountId === undefined ? { vid: visitorId } : { sub: accountId };
	const jti = eventId ?? mintId(claims.now ?? Date.now());
	return sign('evp+jwt', key, {
		aud: siteId,
		jti,
		...lifetime(claims),
		evt: event,
		...subject,
		props: properties,
	});
}

/**
 * Proof from your backend of who is signed in, for `Feedback.identify(id, traits, { identityProof })`.
 *
 * @throws RangeError when `expiresIn` is not from 1 to 86,400, and TypeError when the secret is not 32
 * bytes.
 * @example
 * const proof = await createIdentityProof({
 * 	siteId: 'site_demo000000',
 * 	key: { id: 'k1', secret: process.env.FEEDBACK_PROOF_SECRET },
 * 	accountId: user.id,
 * });
 */
export async function createIdentityProof(claims: IdentityProofClaims): Promise<string> {
	const { siteId, key, accountId } = claims;
	return sign('idt+jwt', key, { aud: siteId, ...lifetime(claims), sub: accountId });
}

function lifetime({
	now = Date.now(),
	expiresIn = proofDefaultSeconds,
}: {
	now?: number;
	expiresIn?: number;
}) {
	if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > maxSeconds) {
		throw new RangeError(`expiresIn must be a whole number of seconds from 1 to ${maxSeconds}.`);
	}
	const iat = Math.floor(now / 1_000);
	return { iat, exp: iat + expiresIn };
}

async function sign(typ: string, key: ProofKey, payload: object): Promise<string> {
	const hashed = 'secret' in key;
	const header = { alg: hashed ? 'HS256' : 'EdDSA', kid: key.id, typ };
	const input = [header, payload].map((part) => encode(toBytes(JSON.stringify(part)))).join('.');
	const [algorithm, signer] = hashed
		? (['HMAC', await importSecret(key.secret)] as const)
		: (['Ed25519', key.privateKey] as const);
	const signature = await crypto.subtle.sign(algorithm, signer, toBytes(input));
	return `${input}.${encode(new Uint8Array(signature))}`;
}

function importSecret(secret: string | Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
	const bytes = typeof secret === 'string' ? decode(secret) : secret;
	if (bytes?.length !== 32) throw new TypeError('The secret of a proof key has 32 bytes.');
	const algorithm = { name: 'HMAC', hash: 'SHA-256' };
	return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
}

const toBytes = (text: string) => new TextEncoder().encode(text);

function encode(bytes: Uint8Array): string {
	const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
	return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** 32 bytes as hex have 64 characters, as base64url 43: the two cannot be confused. */
function decode(secret: string): Uint8Array<ArrayBuffer> | undefined {
	if (/^[0-9a-f]{64}$/i.test(secret)) {
		return Uint8Array.from(secret.match(/../g)!, (pair) => Number.parseInt(pair, 16));
	}
	if (!/^[\w-]{43}=?$/.test(secret)) return undefined;
	const binary = atob(secret.slice(0, 43).replaceAll('-', '+').replaceAll('_', '/'));
	return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
