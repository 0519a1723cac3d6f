import { ApiError } from '@feedback/client';
import { createContext } from 'svelte';

/** Asks the person to sign in again if the service requires a recent sign-in, then retries. */
export class RecentSignIn {
	/** True while the dialog is open. */
	asking = $state(false);
	#finish: ((signedIn: boolean) => void) | undefined;

	/** Runs an action, and again after a required sign-in; undefined if the person cancels. */
	async run<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
		for (;;) {
			try {
				return await action();
			} catch (error) {
				const isRequired = error instanceof ApiError && error.code === 'recent_sign_in_required';
				if (!isRequired) throw error;
				if (!(await this.ask())) return undefined;
			}
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

export const [getRecentSignIn, setRecentSignIn] = createContext<RecentSignIn>();
