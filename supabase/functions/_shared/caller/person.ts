import { ServiceError } from '@feedback/contract';
import {
	createRemoteJWKSet,
	decodeProtectedHeader,
	errors,
	jwtVerify,
	type JWTPayload,
	type JWTVerifyGetKey,
} from 'jose';

import type { AuthSettings } from './auth-settings.ts';

/** A signed-in person whom the identity service has authenticated. */
export type Person = {
	/** Their id in the identity service. */
	id: string;
	email: string | null;
	/** Claims that the database receives as `request.jwt.claims`. */
	claims: Record<string, unknown>;
	/** The session that must be live in the database; undefined when sessions are not in this database. */
	session?: string | undefined;
};

export type FindPerson = (request: Request, now: number) => Promise<Person>;

const passedClaims = ['sub', 'email', 'role', 'aal', 'amr', 'session_id', 'iat', 'exp'];

/** Recognises people by their access token: its issuer, its audience and the keys that the issuer publishes. */
export function createPersonFinder(settings: AuthSettings): FindPerson {
	const verify = settings.kind === 'stand-in' ? bySecret(settings.secret) : byKeys(settings);
	return async (request, now) => {
		const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(
			request.headers.get('authorization') ?? '',
		)?.[1];
		if (!token) throw new ServiceError('unauthenticated', { hint: 'Send a bearer token.' });
		const payload = await verify(token, new Date(now)).catch((cause: unknown) =>
			explain(settings, token, cause),
		);
		return toPerson(payload, settings.kind === 'feedback');
	};
}

type Verify = (token: string, currentDate: Date) => Promise<JWTPayload>;

const demands = { audience: 'authenticated', requiredClaims: ['sub', 'exp'], clockTolerance: 5 };

function bySecret(secret: string): Verify {
	const key = new TextEncoder().encode(secret);
	return async (token, currentDate) => {
		const options = { ...demands, algorithms: ['HS256'], currentDate };
		return (await jwtVerify(token, key, options)).payload;
	};
}

function byKeys({ issuer, jwksUrl }: { issuer: string; jwksUrl: string }): Verify {
	const keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(jwksUrl));
	return async (token, currentDate) => {
		const options = { ...demands, algorithms: ['ES256', 'RS256', 'EdDSA'], issuer, currentDate };
		return (await jwtVerify(token, keys, options)).payload;
	};
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function toPerson(payload: JWTPayload, namesSession: boolean): Person {
	const { sub, email, session_id: session } = payload;
	if (!sub || !uuid.test(sub)) throw new ServiceError('unauthenticated');
	// A token without its session could not be revoked.
	if (namesSession && (typeof session !== 'string' || !uuid.test(session))) {
		throw new ServiceError('unauthenticated');
	}
	const claims = Object.fromEntries(
		Object.entries(payload).filter(([name]) => passedClaims.includes(name)),
	);
	return {
		id: sub,
		email: typeof email === 'string' && email ? email : null,
		claims,
		...(namesSession && { session: session as string }),
	};
}

function explain({ kind }: AuthSettings, token: string, cause: unknown): never {
	if (cause instanceof errors.JWTExpired) {
		throw new ServiceError('unauthenticated', { message: 'The sign-in has expired.', cause });
	}
	if (kind === 'supabase' && algorithmOf(token) === 'HS256') {
		throw new ServiceError('unauthenticated', {
			message:
				'The Supabase project signs tokens with its legacy secret (HS256), which is not accepted.',
			hint: 'In Supabase, open Settings → JWT Keys, migrate to JWT signing keys and rotate to one; then sign in again.',
			cause,
		});
	}
	const ours = !(cause instanceof errors.JOSEError) || keyServerCodes.has(cause.code);
	throw new ServiceError(ours ? 'unavailable' : 'unauthenticated', { cause });
}

// When keys cannot be read. A response other than 200, or without JSON, has the generic code.
const keyServerCodes = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

function algorithmOf(token: string): unknown {
	try {
		return decodeProtectedHeader(token).alg;
	} catch {
		return undefined;
	}
}
