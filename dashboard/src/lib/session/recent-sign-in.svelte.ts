import { ApiError } from '@feedback/client';
import { createContext } from 'svelte';

/** Asks the person to sign in again where the service wants a recent sign-in, then goes on by itself. */
export class RecentSignIn {
	/** True while the person is asked. */
	asking = $state(false);
	#settle: ((signedIn: boolean) => void) | undefined;

	/** Runs it, again after each sign-in that it needed; undefined when the person would rather not. */
	async run<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
		for (;;) {
			try {
				return await act();
			} catch (error) {
				const wanted = error instanceof ApiError && error.code === 'recent_sign_in_required';
				if (!wanted) throw error;
				if (!(await this.#ask())) return undefined;
			}
		}
	}

	/** The person signed in, or closed the question. */
	settle(signedIn: boolean): void {
		this.asking = false;
		this.#settle?.(signedIn);
		this.#settle = undefined;
	}

	#ask(): Promise<boolean> {
		this.settle(false);
		this.asking = true;
		return new Promise((resolve) => (this.#settle = resolve));
	}
}

export const [getRecentSignIn, setRecentSignIn] = createContext<RecentSignIn>();
