import { randomBytes } from 'node:crypto';
import { limits } from '@feedback/contract';

import { OAuthRefusal } from './oauth-refusal.ts';
import type { State } from './state.ts';

/** A client that was let in, with what it was let in for. */
type Connection = { client: string; resource: string; ended: boolean };

export type Code = {
	client: string;
	redirect: string;
	challenge: string;
	resource: string;
	expires: number;
	/** What it was redeemed for. */
	connection?: Connection;
};

export type Device = {
	user_code: string;
	resource: string;
	expires: number;
	/** When it was last asked for, and the least milliseconds from then to the next question. */
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

/** What a person and the passing of time do to sign-ins. */
export type OAuthState = {
	codes: Map<string, Code>;
	devices: Map<string, Device>;
	refresh: Map<string, Refresh>;
	/** How often a refresh token was used. */
	renewals: number;
	revoked: string[];
	/** What happens to a sign-in: in the browser at once, to one by a code after its first question. */
	device_answer: 'approve' | 'deny' | 'expire' | 'nothing';
	/** Seconds that an access token lasts. */
	lasts: number;
	/** Seconds between two questions, as told, and as held to; the command's tests do not wait as long as people. */
	poll: { told: number; least: number };
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
		poll: { told: 0.1, least: 0 },
		ahead: 0,
	};
}

export const timeOf = ({ ahead }: OAuthState): number => Date.now() + ahead;

export const randomText = (): string => randomBytes(32).toString('base64url');

/** Lets a client in: its first tokens. */
export function letIn(
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

/** Gives a refresh token its one successor, once more as long as nobody used that. */
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

/** Ends what a client was let in for: none of its tokens is good any more. */
export function end(state: State, oauth: OAuthState, connection: Connection): void {
	connection.ended = true;
	for (const { connection: held, access } of oauth.refresh.values()) {
		if (held === connection) state.tokens.delete(access);
	}
}

/** What a token belongs to, access or refresh. */
export function findConnection(oauth: OAuthState, token: string): Connection | undefined {
	const found = [...oauth.refresh].find(([refresh, { access }]) =>
		[refresh, access].includes(token),
	);
	return found?.[1].connection;
}
