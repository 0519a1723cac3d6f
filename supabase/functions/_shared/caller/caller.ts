import { ServiceError } from '@feedback/contract';

import type { DatabaseOf } from '../databases.ts';
import { hashToken, isToken } from '../secrets/connection-token.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { FindPerson, Person } from './person.ts';
import type { Database } from '../../../../database/database.ts';
import type { Tx } from '../../../../database/statement.ts';

/** The caller: a person, or a connection that acts for one. */
export type Caller = Person & {
	/** The connection; `undefined` if the caller is a person. */
	connection: string | undefined;
};

type Means = {
	databaseOf: DatabaseOf;
	keyring: Keyring;
	findPerson: FindPerson;
	/** The URL for which connection tokens must have been issued. */
	resource: string;
};

/**
 * Identifies a connection by its `fbt_…` token, and a person by the token of the identity service. Throws
 * `unauthenticated`.
 */
export async function findCaller(means: Means, request: Request, now: number): Promise<Caller> {
	const given = request.headers.get('authorization') ?? '';
	const token = /^Bearer (fbt_.*)$/i.exec(given)?.[1];
	if (token === undefined) {
		return { ...(await means.findPerson(request, now)), connection: undefined };
	}
	const found = isToken('fbt_', token) ? await resolveToken(means, token) : undefined;
	if (found?.resource !== means.resource) throw explainRefusal(means.resource, found?.resource);
	return toCaller(found);
}

/** Names the address for which a live token was issued; a client that asked for the wrong one would sign in forever. */
function explainRefusal(resource: string, issuedFor: string | undefined): ServiceError {
	if (issuedFor === undefined) {
		return new ServiceError('unauthenticated', {
			message: 'The token is not valid here, or no longer valid.',
			hint: 'Sign in again.',
		});
	}
	return new ServiceError('unauthenticated', {
		message: `The token was issued for ${issuedFor}, and is not valid here.`,
		hint: `Sign in with the parameter resource=${resource}.`,
	});
}

type Found = { connection: string; person: string; resource: string };

async function resolveToken(
	{ databaseOf, keyring, resource }: Means,
	token: string,
): Promise<Found | undefined> {
	const [row] = await databaseOf('home')<Found[]>`
		select connection_id as connection, person_id as person, resource
		from app.resolve_token(${hashToken(keyring, token)}, ${resource})`;
	return row;
}

// No `sub`: in the database a connection is not a person. `call` identifies the request that consumes a
// `once` grant.
function toCaller({ connection, person }: Found): Caller {
	const claims = { connection, call: crypto.randomUUID() };
	return { id: person, email: null, connection, claims };
}

/**
 * Runs statements as this caller: the role and the claims last for one transaction, are sent together with
 * its first statement, and row-level security applies. Without them the login role has no permissions. The
 * same statement fails when the person's session has ended, although their token is still valid for
 * minutes.
 */
export function asCaller<Result>(
	sql: Pick<Database, 'begin'>,
	{ id, connection, claims, session }: Caller,
	access: 'read only' | 'read write',
	run: (tx: Tx) => PromiseLike<Result>,
	onlyForClient?: boolean,
): Promise<Result> {
	const becomeCaller = async (tx: Tx): Promise<Result> => {
		const role = connection === undefined ? 'feedback_person' : 'feedback_agent';
		const live = session === undefined ? tx`null` : tx`app.require_live_session(${session}, ${id})`;
		const becoming = tx`
			select ${live},
			       set_config('role', ${role}, true),
			       set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`.execute();
		const [result] = await Promise.all([run(tx), becoming]);
		return result;
	};
	return sql.begin(access, becomeCaller, onlyForClient);
}
