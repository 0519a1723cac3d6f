import type { Config } from '#lib/config/config.ts';

import type { Session } from './session.ts';
import { readValidToken } from './stored-session.ts';

/** Loads the session with the service of the configuration when a stored token is not enough. */
export function createSession(config: Config): Session {
	let loading: Promise<Session> | undefined;
	const ready = () => (loading ??= load(config));
	const later =
		<Name extends AsyncMethod>(name: Name) =>
		async (...given: Parameters<Session[Name]>) =>
			(await ready())[name](...(given as [never, never])) as never;
	return {
		async token() {
			const stored = readValidToken(Date.now());
			return typeof stored === 'string' ? stored : (await ready()).token();
		},
		offered: later('offered'),
		signIn: later('signIn'),
		sendLink: later('sendLink'),
		enterCode: later('enterCode'),
		signInWithPasskey: later('signInWithPasskey'),
		leaveForProvider: later('leaveForProvider'),
		followLink: later('followLink'),
		mailInvitation: later('mailInvitation'),
		signOut: later('signOut'),
		onSignIn(listener) {
			const listening = ready().then((session) => session.onSignIn(listener));
			return () => void listening.then((stop) => stop());
		},
	};
}

type AsyncMethod = Exclude<keyof Session, 'token' | 'onSignIn'>;

async function load(config: Config): Promise<Session> {
	if (config.auth === 'feedback') {
		const { createIdentitySession } = await import('./identity-session.ts');
		return createIdentitySession(config);
	}
	const { createSupabaseSession } = await import('./supabase-session.ts');
	return createSupabaseSession(config);
}
