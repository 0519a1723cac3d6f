import { encodeBase64url } from './secrets/base64url.ts';
import type { Keyring } from './secrets/keyring.ts';

let wake: (() => void) | undefined;

/** Wakes the worker that sends messages to destinations, after a commit that wrote some. It never throws or waits. */
export function wakeWorker(): void {
	wake?.();
}

/** Sets how this process wakes the worker. Without it, messages wait for the next poll. */
export function wakeBy(how: () => void): void {
	wake = how;
}

/** Creates the bearer token with which a request to the `deliver` function wakes the worker. */
export function createWakeToken(keyring: Keyring): string {
	return encodeBase64url(keyring.sign('worker', 'wake'));
}

type Platform = { EdgeRuntime?: { waitUntil(promise: Promise<unknown>): void } };

/** Lets a promise continue after the response; otherwise hosted Supabase would stop it when the response ends. */
export function runBeside(promise: Promise<unknown>): void {
	(globalThis as Platform).EdgeRuntime?.waitUntil(promise);
}

/**
 * Returns the function that wakes the worker: in this process, or on hosted Supabase in the `deliver` function.
 */
export function openWake(
	read: () => { apiUrl: string; keyring: Keyring },
	send: typeof fetch = fetch,
): () => void {
	return isHosted() ? createRemoteWake(read(), send) : wakeWorker;
}

/** Whether functions are short-lived processes here, as on hosted Supabase. */
export function isHosted(): boolean {
	return (globalThis as Platform).EdgeRuntime !== undefined;
}

/**
 * Wakes the worker by requests to its function: one at a time, followed by one more for messages written in the
 * meantime. The next poll finds messages whose request was lost.
 */
function createRemoteWake(
	{ apiUrl, keyring }: { apiUrl: string; keyring: Keyring },
	send: typeof fetch,
): () => void {
	const headers = { authorization: `Bearer ${createWakeToken(keyring)}` };
	let underWay = false;
	let again = false;
	const request = async () => {
		do {
			again = false;
			try {
				const response = await send(`${apiUrl}/deliver`, { method: 'POST', headers });
				await response.body?.cancel();
			} catch {
				// The next poll is within a second.
			}
		} while (again);
		underWay = false;
	};
	return () => {
		again = true;
		if (underWay) return;
		underWay = true;
		runBeside(request());
	};
}
