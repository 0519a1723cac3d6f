import { ApiError } from '@feedback/client';
import type { Client } from '@feedback/client';
import { createContext } from 'svelte';

/** Asks the person to sign in again when the service requires a recent sign-in. */
export class RecentSignIn {
	/** True while the dialog is open. */
	asking = $state(false);
	#finish: ((signedIn: boolean) => void) | undefined;

	/** Runs an action of a guarded client; undefined if the person cancelled its sign-in. */
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
}

/**
 * The same client, whose methods ask the person to sign in again when the service requires that, and then repeat the
 * call. If the person cancels, they reject with the refusal.
 */
export function guardClient(client: Client, recent: RecentSignIn): Client {
	const guarded = Object.entries(client).map(([name, method]) => [
		name,
		async (...given: unknown[]) => {
			for (;;) {
				try {
					return await (method as (...given: unknown[]) => Promise<unknown>)(...given);
				} catch (error) {
					if (!isRequired(error) || !(await recent.ask())) throw error;
				}
			}
		},
	]);
	return Object.fromEntries(guarded) as Client;
}

function isRequired(error: unknown): boolean {
	return error instanceof ApiError && error.code === 'recent_sign_in_required';
}

export const [getRecentSignIn, setRecentSignIn] = createContext<RecentSignIn>();
