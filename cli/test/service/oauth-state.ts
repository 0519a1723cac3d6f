import { randomBytes } from 'node:crypto';
import { limits } from '@feedback/contract';

import { OAuthRefusal } from './oauth-refusal.ts';
import type { State } from './state.ts';

/** A connected client, and the resource of its tokens. */
type Connection = { client: string; resource: string; ended: boolean };

export type Code = {
	client: string;
	redirect: string;
	challenge: string;
	resource: string;
	expires: number;
	/** The connection that the code was redeemed for. */
	connection?: Connection;
};

export type Device = {
	user_code: string;
	resource: string;
	expires: number;
	/** Time of the last poll, and the minimum milliseconds until the next one. */
	polled?: number;
	pause: number;
	state: 'pending' | 'approved' | 'denied' | 'redeemed';
};

type Tokens = { access_token: string; refresh_token: string };
type Refresh = {
	connection: Connection;
	access: string;
	expires: number;
	successor?: Tokens & { since: number };
};

/** State of the sign-ins, which tests change to simulate a person or the passage of time. */
export type OAuthState = {
	codes: Map<string, Code>;
	devices: Map<string, Device>;
	refresh: Map<string, Refresh>;
	/** Number of times a refresh token was used. */
	renewals: number;
	revoked: string[];
	/** The decision about a sign-in: immediate in the browser, or after the first poll with a code. */
	device_answer: 'approve' | 'deny' | 'expire' | 'nothing';
	/** Lifetime of an access token in seconds. */
	lasts: number;
	/** Seconds between two polls: the announced interval, and the enforced interval, which is shorter in tests. */
	poll: { announced: number; enforced: number };
	/** Milliseconds by which the clock is ahead. */
	ahead: number;
};

export function createOAuthState(): OAuthState {
	return {
		codes: new Map(),
		devices: new Map(),
		refresh: new Map(),
		renewals: 0,
		revoked: [],
		device_answer: 'approve',
		lasts: limits.signIn.accessHours * 3_600,
		poll: { announced: 0.1, enforced: 0 },
		ahead: 0,
	};
}

export const timeOf = ({ ahead }: OAuthState): number => Date.now() + ahead;

export const randomText = (): string => randomBytes(32).toString('base64url');

/** Connects a client and issues its first tokens. */
export function connect(
	state: State,
	oauth: OAuthState,
	client: string,
	resource: string,
): { connection: Connection; tokens: Tokens } {
	const connection = { client, resource, ended: false };
	return { connection, tokens: issue(state, oauth, connection) };
}

function issue(state: State, oauth: OAuthState, connection: Connection): Tokens {
	const tokens = { access_token: `fbt_${randomText()}`, refresh_token: `fbr_${randomText()}` };
	state.tokens.add(tokens.access_token);
	oauth.refresh.set(tokens.refresh_token, {
		connection,
		access: tokens.access_token,
		expires: timeOf(oauth) + limits.signIn.refreshDays * 86_400_000,
	});
	return tokens;
}

/** Rotates a refresh token. Within the grace time, returns the same successor again, unless the successor was used. */
export function renew(
	state: State,
	oauth: OAuthState,
	used: string,
	client: string,
	resource: string | undefined,
): Tokens {
	const token = oauth.refresh.get(used);
	const now = timeOf(oauth);
	if (!token || token.expires <= now || token.connection.client !== client) {
		throw new OAuthRefusal('unknown');
	}
	const { connection, successor } = token;
	if (connection.ended) throw new OAuthRefusal('revoked');
	if (resource !== undefined && resource !== connection.resource) {
		throw new OAuthRefusal('other_resource');
	}
	if (!successor) {
		const tokens = issue(state, oauth, connection);
		token.successor = { ...tokens, since: now };
		return tokens;
	}
	const { since, ...tokens } = successor;
	const isInGrace = since >= now - limits.signIn.reuseSeconds * 1_000;
	if (isInGrace && !oauth.refresh.get(tokens.refresh_token)!.successor) return tokens;
	end(state, oauth, connection);
	throw new OAuthRefusal('replayed');
}

/** Ends a connection: its tokens become invalid. */
export function end(state: State, oauth: OAuthState, connection: Connection): void {
	connection.ended = true;
	for (const { connection: owner, access } of oauth.refresh.values()) {
		if (owner === connection) state.tokens.delete(access);
	}
}

/** The connection of an access or refresh token. */
export function findConnection(oauth: OAuthState, token: string): Connection | undefined {
	const found = [...oauth.refresh].find(([refresh, { access }]) =>
		[refresh, access].includes(token),
	);
	return found?.[1].connection;
}
