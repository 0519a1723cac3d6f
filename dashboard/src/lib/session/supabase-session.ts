import type { AuthError } from '@supabase/supabase-js';

import type { Config } from '#lib/config/config.ts';

import { forgetRequestedLink, readRequestedLink, rememberRequestedLink } from './requested-link.ts';
import { parseLinkFragment } from './parse-link-fragment.ts';
import { readClaims } from './read-claims.ts';
import type { Session } from './session.ts';
import { readValidToken, sessionKey } from './stored-session.ts';

/** The session of the person with Supabase Auth. Tokens are in local storage; there are no cookies. */
export function createSupabaseSession(config: Config): Session {
	let loading: ReturnType<typeof loadAuth> | undefined;
	async function loadAuth() {
		// Large, and needed only to sign in, sign out or refresh a token.
		const { AuthClient, isAuthRetryableFetchError } = await import('@supabase/supabase-js');
		const auth = new AuthClient({
			url: config.authUrl,
			headers: config.publishableKey ? { apikey: config.publishableKey } : {},
			storageKey: sessionKey,
			detectSessionInUrl: false,
		});
		return { auth, isUnreachable: isAuthRetryableFetchError };
	}
	const ready = () => (loading ??= loadAuth());
	const explain = (error: AuthError, isUnreachable: (error: unknown) => boolean) =>
		isUnreachable(error)
			? `The sign-in service at ${config.authUrl} cannot be reached. Check that it is running, then try again.`
			: error.message;
	return {
		offered: () =>
			Promise.resolve({ email: true, password: true, passkeys: false, mail: false, providers: [] }),
		async token() {
			const stored = readValidToken(Date.now());
			if (stored !== undefined) return stored;
			const { auth } = await ready();
			const { data } = await auth.getSession();
			return data.session?.access_token ?? null;
		},
		async signIn(credentials) {
			const { auth, isUnreachable } = await ready();
			const { error } = await auth.signInWithPassword(credentials);
			if (!error) return undefined;
			const refused = error.code === 'invalid_credentials' || error.status === 400;
			return refused
				? 'The e-mail address or the password is wrong.'
				: explain(error, isUnreachable);
		},
		async sendLink(email, next) {
			const { auth, isUnreachable } = await ready();
			rememberRequestedLink({ email, next, at: Date.now() });
			const emailRedirectTo = `${location.origin}/sign-in`;
			const { error } = await auth.signInWithOtp({ email, options: { emailRedirectTo } });
			if (error?.status === 429) return 'A message was just sent. Wait a minute, then try again.';
			return error ? explain(error, isUnreachable) : undefined;
		},
		async enterCode(email, code) {
			const { auth, isUnreachable } = await ready();
			// The local Auth supports only the older name.
			const type = config.local ? 'magiclink' : 'email';
			const { error } = await auth.verifyOtp({ email, token: code, type });
			if (!error) forgetRequestedLink();
			else if (isUnreachable(error)) return explain(error, isUnreachable);
			return error ? 'The code is wrong or has expired. Request a new message.' : undefined;
		},
		async followLink(fragment) {
			const result = parseLinkFragment(fragment);
			if (!result || 'problem' in result) return result;
			if (!('tokens' in result)) return { problem: 'This link is for another installation.' };
			const requested = readRequestedLink(Date.now());
			const { email, ...tokens } = result.tokens;
			if (requested?.email.toLowerCase() !== email.toLowerCase()) {
				return {
					problem:
						'This browser did not request that link. Request one here, or enter the code of the message.',
				};
			}
			const { auth, isUnreachable } = await ready();
			const { error } = await auth.setSession(tokens);
			if (error) return { problem: explain(error, isUnreachable) };
			forgetRequestedLink();
			return { next: requested.next };
		},
		signInWithPasskey: () => Promise.resolve(notOffered),
		leaveForProvider: () => Promise.resolve(notOffered),
		mailInvitation: () => Promise.resolve(false),
		onSignIn(listener) {
			let known: unknown;
			let stop: (() => void) | undefined;
			let isOver = false;
			void ready().then(({ auth }) => {
				if (isOver) return;
				const { data } = auth.onAuthStateChange((event, session) => {
					const now = session && readClaims(session.access_token)['session_id'];
					// Auth also reports a sign-in when a tab becomes visible again.
					const isNew = event === 'SIGNED_IN' && known !== undefined && now !== known;
					known = now;
					// Deferred, because the client holds its lock during the callback.
					if (isNew) setTimeout(listener);
				});
				stop = () => data.subscription.unsubscribe();
			});
			return () => {
				isOver = true;
				stop?.();
			};
		},
		async signOut() {
			const { auth } = await ready();
			// Local scope: other browsers of the person stay signed in.
			await auth.signOut({ scope: 'local' });
		},
	};
}

const notOffered = 'This way to sign in is not offered here.';
