import type { Config } from '#lib/config/config.ts';

import { createIdentityCall } from './identity-call.ts';
import type { CallIdentity, IdentityAnswer } from './identity-call.ts';
import { parseLinkFragment } from './parse-link-fragment.ts';
import { readClaims } from './read-claims.ts';
import { forgetRequestedLink, readRequestedLink, rememberRequestedLink } from './requested-link.ts';
import type { OfferedMethods, Session } from './session.ts';
import { readValidToken, sessionKey } from './stored-session.ts';
import { readStoredToken, storeToken } from './stored-token.ts';

/**
 * The session of the person with the identity service. It is in a cookie, which scripts cannot read; local storage
 * contains the access token, which is valid for a few minutes.
 */
export function createIdentitySession(config: Config): Session {
	const call = createIdentityCall(config);
	let asking: Promise<IdentityAnswer<Methods>> | undefined;
	/** Once per page, until it succeeds. */
	const askMethods = () =>
		(asking ??= call<Methods>('/methods').then((answer) => {
			if (!answer.ok) asking = undefined;
			return answer;
		}));
	const tokens = new TokenStore(call, async () => {
		const answer = await askMethods();
		return answer.ok && answer.body.signed_in !== false;
	});
	const enter = async (path: string, body: Record<string, unknown>) => {
		const answer = await call(path, body);
		if (!answer.ok) return answer.problem;
		await tokens.refresh();
		return undefined;
	};
	const session: Session = {
		async offered() {
			const answer = await askMethods();
			return answer.ok ? answer.body : { ...usual, problem: answer.problem };
		},
		token: () => tokens.read(),
		signIn: ({ email, password }) => enter('/sign-in/email', { email, password }),
		async sendLink(email, next) {
			rememberRequestedLink({ email, next, at: Date.now() });
			const body = { email, type: 'sign-in' };
			const answer = await call('/email-otp/send-verification-otp', body);
			return answer.ok ? undefined : answer.problem;
		},
		async enterCode(email, code) {
			const problem = await enter('/sign-in/email-otp', { email, otp: code });
			if (problem === undefined) forgetRequestedLink();
			return problem;
		},
		async signInWithPasskey() {
			// Loaded on demand, because few people need it.
			const { answerChallenge } = await import('./passkey.ts');
			const answered = await answerChallenge(call);
			return 'problem' in answered
				? answered.problem
				: enter('/passkey/verify-authentication', answered);
		},
		async leaveForProvider(provider, next) {
			const back = `${location.origin}/sign-in`;
			const callbackURL = next === '/' ? back : `${back}?next=${encodeURIComponent(next)}`;
			const body = { provider, callbackURL, errorCallbackURL: callbackURL };
			const answer = await call<{ url: string }>('/sign-in/social', body);
			if (!answer.ok) return answer.problem;
			location.assign(answer.body.url);
			return undefined;
		},
		async followLink(fragment) {
			const result = parseLinkFragment(fragment);
			if (!result || 'problem' in result) return result;
			if ('token' in result) {
				const problem = await enter('/link', { token: result.token });
				return problem === undefined ? { next: '/' } : { problem };
			}
			const requested = readRequestedLink(Date.now());
			if (!('code' in result) || requested?.email.toLowerCase() !== result.email.toLowerCase()) {
				return {
					problem:
						'This browser did not request that link. Request one here, or enter the code of the message.',
				};
			}
			const problem = await session.enterCode(result.email, result.code);
			return problem === undefined ? { next: requested.next } : { problem };
		},
		async mailInvitation(secret) {
			const answer = await call<{ mailed: boolean }>('/invitation-mail', { secret });
			return answer.ok && answer.body.mailed;
		},
		onSignIn(listener) {
			const of = (token: string | undefined) => token && readClaims(token)['session_id'];
			let known = of(readStoredToken());
			const hear = ({ key }: StorageEvent) => {
				if (key !== sessionKey) return;
				const now = of(readStoredToken());
				const isNew = now !== undefined && known !== undefined && now !== known;
				known = now ?? known;
				if (isNew) listener();
			};
			addEventListener('storage', hear);
			return () => removeEventListener('storage', hear);
		},
		async signOut() {
			await call('/sign-out', {});
			tokens.forget();
		},
	};
	return session;
}

/** `signed_in`: whether the cookie is that of a session. */
type Methods = OfferedMethods & { signed_in?: boolean };

const usual = { email: true, password: true, passkeys: false, mail: false, providers: [] };

class TokenStore {
	readonly #call: CallIdentity;
	readonly #mayHaveSession: () => Promise<boolean>;
	#refreshing: Promise<string | null> | undefined;
	/** Whether the cookie was tried without success. */
	#isOver = false;

	constructor(call: CallIdentity, mayHaveSession: () => Promise<boolean>) {
		[this.#call, this.#mayHaveSession] = [call, mayHaveSession];
	}

	async read(): Promise<string | null> {
		const stored = readValidToken(Date.now());
		if (typeof stored === 'string') return stored;
		// Without a token there may still be a cookie, such as after a provider.
		if (stored === null && (this.#isOver || !(await this.#mayHaveSession()))) return null;
		return this.refresh();
	}

	refresh(): Promise<string | null> {
		this.#refreshing ??= this.#fetch().finally(() => (this.#refreshing = undefined));
		return this.#refreshing;
	}

	forget(): void {
		localStorage.removeItem(sessionKey);
		this.#isOver = true;
	}

	async #fetch(): Promise<string | null> {
		const answer = await this.#call<{ token: string }>('/token');
		if (answer.ok) {
			this.#isOver = false;
			storeToken(answer.body.token);
			return answer.body.token;
		}
		if (answer.status !== 401) {
			// The sign-in page knows that nobody is signed in, and shows the problem itself.
			if (readStoredToken() === undefined) return null;
			throw new Error(answer.problem);
		}
		this.forget();
		return null;
	}
}
