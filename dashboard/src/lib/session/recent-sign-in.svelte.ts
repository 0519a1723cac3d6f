import { ApiError } from '@feedback/client';
import type { CallOptions, Client } from '@feedback/client';
import { createContext } from 'svelte';

/** What a passkey has to sign. */
export type Challenge = NonNullable<ApiError['presence']>;

/** Asks the person to sign in again, or for their passkey, when the service requires it. */
export class RecentSignIn {
	/** True while the dialog is open. */
	asking = $state(false);
	/** What a passkey has to sign, while that dialog is open. */
	challenge = $state.raw<Challenge>();
	#finish: ((signedIn: boolean) => void) | undefined;
	#finishConfirming: ((confirmation: string | undefined) => void) | undefined;

	/** Runs an action of a guarded client; undefined if the person cancelled its dialog. */
	async run<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
		try {
			return await action();
		} catch (error) {
			if (!isRequired(error)) throw error;
			return undefined;
		}
	}

	/** Called when the person signed in or closed the dialog. */
	finish(signedIn: boolean): void {
		this.asking = false;
		this.#finish?.(signedIn);
		this.#finish = undefined;
	}

	/** Asks the person to sign in again. False if they cancel. */
	ask(): Promise<boolean> {
		this.finish(false);
		this.asking = true;
		return new Promise((resolve) => (this.#finish = resolve));
	}

	/** Called with what a passkey signed, or without when the person closed the dialog. */
	finishConfirming(confirmation: string | undefined): void {
		this.challenge = undefined;
		this.#finishConfirming?.(confirmation);
		this.#finishConfirming = undefined;
	}

	/** Asks the person for their passkey. Undefined if they cancel. */
	confirm(challenge: Challenge): Promise<string | undefined> {
		this.finishConfirming(undefined);
		this.challenge = challenge;
		return new Promise((resolve) => (this.#finishConfirming = resolve));
	}
}

type Method = (input?: object, options?: CallOptions) => Promise<unknown>;

/**
 * The same client, whose methods ask the person to sign in again, or for their passkey, when the service requires that,
 * and then repeat the call. If the person cancels, they reject with the refusal.
 */
export function guardClient(client: Client, recent: RecentSignIn): Client {
	const guarded = Object.entries(client).map(([name, method]) => [
		name,
		async (input?: object, given?: CallOptions) => {
			let options = given;
			for (;;) {
				try {
					return await (method as Method)(input, options);
				} catch (error) {
					if (!isRequired(error)) throw error;
					if (error.presence) {
						const presence = await recent.confirm(error.presence);
						if (presence === undefined) throw error;
						options = { ...given, presence };
					} else if (!(await recent.ask())) throw error;
				}
			}
		},
	]);
	return Object.fromEntries(guarded) as Client;
}

function isRequired(error: unknown): error is ApiError {
	return (
		error instanceof ApiError &&
		(error.code === 'recent_sign_in_required' || error.code === 'presence_required')
	);
}

export const [getRecentSignIn, setRecentSignIn] = createContext<RecentSignIn>();
