import { limits, parseJson, ServiceError, type Route } from '@feedback/contract';
import { z } from 'zod';

import { asCaller } from '../../_shared/caller/caller.ts';
import { decodeBase64url, encodeBase64url } from '../../_shared/secrets/base64url.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Service } from '../service.ts';
import { hashRequest } from './hash-request.ts';
import type { ManageRequest } from './manage-request.ts';

/** Carries the ID of a challenge and what a passkey signed: JSON, as base64url. */
export const presenceHeader = 'feedback-presence';

const text = z.string().max(4_000);
const confirmationSchema = z.strictObject({
	id: z.uuid(),
	response: z.object({
		id: text,
		rawId: text,
		type: z.literal('public-key'),
		response: z.object({
			clientDataJSON: text,
			authenticatorData: text,
			signature: text,
			userHandle: text.optional(),
		}),
		clientExtensionResults: z.object({}),
	}),
});

type Asking = Pick<
	ManageRequest,
	'service' | 'person' | 'name' | 'route' | 'place' | 'locator' | 'input'
>;

/** Stores a challenge for exactly this request, and returns the error that asks the person to sign it. */
export async function askForPresence(request: Asking): Promise<ServiceError> {
	const { service, person, name, place, locator, input } = request;
	const challenge = crypto.getRandomValues(new Uint8Array(32));
	const revision = 'revision' in input ? Number(input.revision) : null;
	const hash = await hashRequest(name, input);
	const [row] = await asCaller(
		service.databaseOf(locator),
		person,
		'read write',
		(tx) => tx<
			{ id: string; expires_at: Date; passkeys: { id: string; transports: string[] }[] }[]
		>`
			select id, expires_at, passkeys from app.begin_presence(${name}, ${place.site ?? null},
				${findSubject(request)}, ${revision}, ${hash}, ${challenge})`,
	);
	// The confirmation needs it within a transaction, which should not wait while it loads.
	void import('@simplewebauthn/server');
	const { id, expires_at, passkeys } = row!;
	return new ServiceError('presence_required', {
		presence: {
			id,
			passkeys,
			challenge: encodeBase64url(challenge),
			rp_id: hostOf(service),
			expires_at: expires_at.toISOString(),
		},
	});
}

/**
 * Verifies what a passkey signed, and records for this transaction that the person confirmed this request. Throws
 * `forbidden` for another person, request or page, and for a confirmation that was used or has expired.
 */
export async function confirmPresence(
	tx: Tx,
	{
		service,
		person,
		name,
		input,
		presence,
	}: Pick<ManageRequest, 'service' | 'person' | 'name' | 'input' | 'presence'>,
): Promise<void> {
	const { id, response } = parseConfirmation(presence ?? '');
	const [found] = await tx<FoundPasskey[]>`
		select challenge, public_key, counter, copied from app.find_presence(${id}, ${response.id})`;
	if (!found) throw refuse();
	// Loaded on demand: few requests need it. `askForPresence` has begun.
	const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
	const verified = await verifyAuthenticationResponse({
		response,
		expectedChallenge: encodeBase64url(found.challenge),
		expectedOrigin: [...service.origins],
		expectedRPID: hostOf(service),
		credential: {
			id: response.id,
			publicKey: Uint8Array.from(atob(found.public_key), (character) => character.charCodeAt(0)),
			// Home compares it, where it is no copy: a repeated request finds what it counted itself.
			counter: found.copied ? 0 : found.counter,
		},
		requireUserVerification: true,
	}).catch((cause: unknown) => {
		throw refuse(cause);
	});
	if (!verified.verified) throw refuse();
	const { newCounter, credentialBackedUp } = verified.authenticationInfo;
	const hash = await hashRequest(name, input);
	const counter = storedCounter(newCounter);
	if (found.copied) {
		// Home first: it refuses a copy of the authenticator, and may be asked again if the cell fails after it.
		await asCaller(
			service.databaseOf('home'),
			person,
			'read write',
			(
				home,
			) => home`select app.use_passkey(${id}, ${name}, ${hash}, ${found.challenge}, ${response.id}, ${counter},
				${credentialBackedUp})`,
		);
	}
	await tx`
		select app.confirm_presence(${id}, ${name}, ${hash}, ${response.id}, ${counter}, ${credentialBackedUp})`;
}

type FoundPasskey = {
	challenge: Uint8Array;
	public_key: string;
	counter: number;
	/** It is a copy of the passkey at home, in a cell. */
	copied: boolean;
};

/** What an authenticator has counted, which may be more than the column holds. */
export function storedCounter(counter: number): number {
	return Math.min(counter, 2_147_483_647);
}

function parseConfirmation(header: string) {
	try {
		const json = new TextDecoder().decode(decodeBase64url(header.slice(0, 8_000)));
		return confirmationSchema.parse(parseJson(json, limits.request));
	} catch (cause) {
		throw new ServiceError('invalid_request', {
			field: presenceHeader,
			message: `${presenceHeader} must be {"id", "response"} of a challenge, as JSON in base64url`,
			cause,
		});
	}
}

function refuse(cause?: unknown): ServiceError {
	return new ServiceError('forbidden', {
		message:
			'The passkey did not confirm exactly this, or its confirmation was used or has expired.',
		field: presenceHeader,
		cause,
	});
}

/** What the request is done to: the last part of its path that is an ID, unless it is the site or the workspace. */
function findSubject({ route, input }: { route: Route; input: object }): string | null {
	const last = [...route.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
	if (last === undefined || last === 'site' || last === 'workspace') return null;
	return String((input as Record<string, unknown>)[last]);
}

/** The host of the dashboard, to which passkeys belong. */
export function hostOf({ dashboardUrl }: Pick<Service, 'dashboardUrl'>): string {
	return new URL(dashboardUrl).hostname;
}
