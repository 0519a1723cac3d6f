import type { Config } from '#lib/config/config.ts';

import type { Session } from './session.ts';
import { readValidToken } from './stored-session.ts';

/** Creates a session that loads the code for the configured service only if a stored token is not enough. */
export function createSession(config: Config): Session {
	let loading: Promise<Session> | undefined;
	const ready = () => (loading ??= load(config));
	const later = methods.map((name) => [
		name,
		// The names and the arguments of each method belong together; `Session` checks callers.
		async (...given: unknown[]) =>
			((await ready())[name] as (...given: unknown[]) => unknown)(...given),
	]);
	return {
		...(Object.fromEntries(later) as Pick<Session, (typeof methods)[number]>),
		async token() {
			const stored = readValidToken(Date.now());
			return typeof stored === 'string' ? stored : (await ready()).token();
		},
		onSignIn(listener) {
			const listening = ready().then((session) => session.onSignIn(listener));
			return () => void listening.then((stop) => stop());
		},
	};
}

const methods = [
	'offered',
	'signIn',
	'sendLink',
	'enterCode',
	'signInWithPasskey',
	'leaveForProvider',
	'followLink',
	'mailInvitation',
	'signOut',
] as const satisfies Exclude<keyof Session, 'token' | 'onSignIn'>[];

async function load(config: Config): Promise<Session> {
	if (config.auth === 'feedback') {
		const { createIdentitySession } = await import('./identity-session.ts');
		return createIdentitySession(config);
	}
	const { createSupabaseSession } = await import('./supabase-session.ts');
	return createSupabaseSession(config);
}
