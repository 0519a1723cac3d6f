import { ServiceError } from '@feedback/contract';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';

/** A signed-in person, as Supabase Auth vouches for them. */
export type Person = {
	/** Their id in Supabase Auth. */
	id: string;
	email: string | null;
	/** Claims that the database gets as `request.jwt.claims`. */
	claims: Record<string, unknown>;
};

export type FindPerson = (request: Request, now: number) => Promise<Person>;

const passedClaims = ['sub', 'email', 'role', 'aal', 'amr', 'session_id', 'iat', 'exp'];

/**
 * Recognises people by the access token of Supabase Auth. With `jwtSecret` (the embedded stack) tokens are
 * HS256; without, the project's published keys are used and HS256 is refused.
 */
export function createPersonFinder(options: {
	jwtSecret: string | undefined;
	/** Address of the Supabase project; needed without a secret. */
	supabaseUrl: string | undefined;
}): FindPerson {
	const verify = options.jwtSecret ? bySecret(options.jwtSecret) : byKeys(options.supabaseUrl);
	return async (request, now) => {
		const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(
			request.headers.get('authorization') ?? '',
		)?.[1];
		if (!token) throw new ServiceError('unauthenticated', { hint: 'Send a bearer token.' });
		return toPerson(await verify(token, new Date(now)).catch(explain));
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

function byKeys(supabaseUrl: string | undefined): Verify {
	if (!supabaseUrl) {
		throw new Error('Either FEEDBACK_JWT_SECRET or SUPABASE_URL must be set.');
	}
	const issuer = new URL('/auth/v1', supabaseUrl).href;
	const keys: JWTVerifyGetKey = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
	return async (token, currentDate) => {
		const options = { ...demands, algorithms: ['ES256', 'RS256', 'EdDSA'], issuer, currentDate };
		return (await jwtVerify(token, keys, options)).payload;
	};
}

function toPerson(payload: JWTPayload): Person {
	const { sub, email } = payload;
	if (!sub || !/^[0-9a-f-]{36}$/.test(sub)) throw new ServiceError('unauthenticated');
	const claims = Object.fromEntries(
		Object.entries(payload).filter(([name]) => passedClaims.includes(name)),
	);
	return { id: sub, email: typeof email === 'string' && email ? email : null, claims };
}

function explain(cause: unknown): never {
	if (cause instanceof errors.JWTExpired) {
		throw new ServiceError('unauthenticated', { message: 'The sign-in has expired.', cause });
	}
	const ours = cause instanceof errors.JWKSTimeout || !(cause instanceof errors.JOSEError);
	throw new ServiceError(ours ? 'unavailable' : 'unauthenticated', { cause });
}
