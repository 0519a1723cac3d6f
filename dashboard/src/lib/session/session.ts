import type { AuthError } from '@supabase/supabase-js';

import type { Config } from '#lib/config/config.ts';

import { forgetAskedLink, readAskedLink, rememberAskedLink } from './requested-link.ts';
import { readClaims, readLinkAnswer } from './parse-link-fragment.ts';
import { readGoodToken, sessionKey } from './stored-session.ts';

export type Credentials = { email: string; password: string };

/** The signed-in person's hold on Supabase Auth. Tokens stay in local storage; there are no cookies. */
export type Session = {
	/** A bearer token that is still good, or null when nobody is signed in. */
	token(): Promise<string | null>;
	/** Resolves to a sentence when it did not work. */
	signIn(credentials: Credentials): Promise<string | undefined>;
	/** Has a link and a code sent; the link leads to the page `next`. A sentence when it did not work. */
	sendLink(email: string, next: string): Promise<string | undefined>;
	/** Signs in with the code of that message. A sentence when it did not work. */
	enterCode(email: string, code: string): Promise<string | undefined>;
	/** Signs in with the fragment that a link led to; undefined when it is none. */
	followLink(fragment: string): Promise<{ next: string } | { problem: string } | undefined>;
	/** Calls back when somebody signs in, in this tab or another. @returns stops it */
	onSignIn(listener: () => void): () => void;
	signOut(): Promise<void>;
};

export function createSession(config: Config): Session {
	let reached: ReturnType<typeof reach> | undefined;
	async function reach() {
		// Large, and needed only to sign in, to sign out and to renew a token.
		const { AuthClient, isAuthRetryableFetchError } = await import('@supabase/supabase-js');
		const auth = new AuthClient({
			url: config.authUrl,
			headers: config.publishableKey ? { apikey: config.publishableKey } : {},
			storageKey: sessionKey,
			detectSessionInUrl: false,
		});
		return { auth, isUnreached: isAuthRetryableFetchError };
	}
	const ready = () => (reached ??= reach());
	const explain = (error: AuthError, isUnreached: (error: unknown) => boolean) =>
		isUnreached(error)
			? `The sign-in service at ${config.authUrl} cannot be reached. Check that it runs, then try again.`
			: error.message;
	return {
		async token() {
			const stored = readGoodToken(Date.now());
			if (stored !== undefined) return stored;
			const { auth } = await ready();
			const { data } = await auth.getSession();
			return data.session?.access_token ?? null;
		},
		async signIn(credentials) {
			const { auth, isUnreached } = await ready();
			const { error } = await auth.signInWithPassword(credentials);
			if (!error) return undefined;
			const refused = error.code === 'invalid_credentials' || error.status === 400;
			return refused
				? 'That e-mail address and password do not belong together.'
				: explain(error, isUnreached);
		},
		async sendLink(email, next) {
			const { auth, isUnreached } = await ready();
			rememberAskedLink({ email, next, at: Date.now() });
			const emailRedirectTo = `${location.origin}/sign-in`;
			const { error } = await auth.signInWithOtp({ email, options: { emailRedirectTo } });
			if (error?.status === 429)
				return 'A message was sent a moment ago. Wait a minute, then ask again.';
			return error ? explain(error, isUnreached) : undefined;
		},
		async enterCode(email, code) {
			const { auth, isUnreached } = await ready();
			// The embedded Auth knows the older of the two names only.
			const type = config.local ? 'magiclink' : 'email';
			const { error } = await auth.verifyOtp({ email, token: code, type });
			if (!error) forgetAskedLink();
			else if (isUnreached(error)) return explain(error, isUnreached);
			return error ? 'That code is wrong or too old. Ask for a new message.' : undefined;
		},
		async followLink(fragment) {
			const answer = readLinkAnswer(fragment);
			if (!answer || 'problem' in answer) return answer;
			const asked = readAskedLink(Date.now());
			const { email, ...tokens } = answer.tokens;
			if (asked?.email.toLowerCase() !== email.toLowerCase()) {
				return {
					problem:
						'This browser did not ask for that link. Ask for one here, or type the code of the message.',
				};
			}
			const { auth, isUnreached } = await ready();
			const { error } = await auth.setSession(tokens);
			if (error) return { problem: explain(error, isUnreached) };
			forgetAskedLink();
			return { next: asked.next };
		},
		onSignIn(listener) {
			let known: unknown;
			let stop: (() => void) | undefined;
			let isOver = false;
			void ready().then(({ auth }) => {
				if (isOver) return;
				const { data } = auth.onAuthStateChange((event, session) => {
					const now = session && readClaims(session.access_token)['session_id'];
					// A tab that is looked at again tells of a sign-in too, though nobody signed in.
					const isNew = event === 'SIGNED_IN' && known !== undefined && now !== known;
					known = now;
					// Not within the call: the client holds its lock while it tells.
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
			// Only here: other browsers of the person stay signed in.
			await auth.signOut({ scope: 'local' });
		},
	};
}
