import { readSetting } from '../environment.ts';

/** The identity service that signs people in, and the data to verify its access tokens. */
export type AuthSettings =
	| {
			/** Hosted Supabase's Auth, or ours, whose sessions are in this database. */
			kind: 'supabase' | 'feedback';
			issuer: string;
			jwksUrl: string;
	  }
	/** Tests only: a stand-in for Supabase Auth that signs with a shared secret. */
	| { kind: 'stand-in'; secret: string };

/**
 * Reads `FEEDBACK_AUTH` (`supabase` unless set), `FEEDBACK_AUTH_ISSUER` and `FEEDBACK_AUTH_JWKS_URL`. For Supabase, the
 * latter two are derived from `SUPABASE_URL`. Throws an error that names the variable.
 */
export function readAuthSettings(read = readSetting): AuthSettings {
	const secret = read('FEEDBACK_JWT_SECRET');
	if (secret !== undefined) return { kind: 'stand-in', secret };
	const kind = read('FEEDBACK_AUTH') ?? 'supabase';
	if (kind !== 'supabase' && kind !== 'feedback') {
		throw new Error(
			`The environment variable FEEDBACK_AUTH is ${kind}; it must be supabase or feedback.`,
		);
	}
	const url = read('SUPABASE_URL');
	const derived =
		kind === 'supabase' && url !== undefined ? new URL('/auth/v1', url).href : undefined;
	const issuer = read('FEEDBACK_AUTH_ISSUER') ?? derived;
	if (issuer === undefined) {
		const missing =
			kind === 'supabase' ? 'SUPABASE_URL or FEEDBACK_AUTH_ISSUER' : 'FEEDBACK_AUTH_ISSUER';
		throw new Error(`The environment variable ${missing} must be set.`);
	}
	const keys = kind === 'supabase' ? '/.well-known/jwks.json' : '/jwks';
	const jwksUrl = read('FEEDBACK_AUTH_JWKS_URL') ?? issuer + keys;
	if (!URL.canParse(jwksUrl)) {
		throw new Error(
			`The environment variable FEEDBACK_AUTH_JWKS_URL is ${jwksUrl}; it must be a URL.`,
		);
	}
	return { kind, issuer, jwksUrl };
}
