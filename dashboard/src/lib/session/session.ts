import type { AuthError } from '@supabase/supabase-js';

import type { Config } from '#lib/config/config.ts';

import { forgetRequestedLink, readRequestedLink, rememberRequestedLink } from './requested-link.ts';
import { readClaims, parseLinkFragment } from './parse-link-fragment.ts';
import { readValidToken, sessionKey } from './stored-session.ts';

export type Credentials = { email: string; password: string };

/** The session of the person with Supabase Auth. Tokens are in local storage; there are no cookies. */
export type Session = {
	/** A valid bearer token, or null if nobody is signed in. */
	token(): Promise<string | null>;
	/** Resolves to an error message, or undefined on success. */
	signIn(credentials: Credentials): Promise<string | undefined>;
	/** Sends a link, which leads to the page `next`, and a code. Resolves like `signIn`. */
	sendLink(email: string, next: string): Promise<string | undefined>;
	/** Signs in with the code of that message. Resolves like `signIn`. */
	enterCode(email: string, code: string): Promise<string | undefined>;
	/** Signs in with the fragment of a link; undefined for any other fragment. */
	followLink(fragment: string): Promise<{ next: string } | { problem: string } | undefined>;
	/** Calls the listener after a sign-in in this tab or another. @returns stops listening */
	onSignIn(listener: () => void): () => void;
	signOut(): Promise<void>;
};

export function createSession(config: Config): Session {
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
