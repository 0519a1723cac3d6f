import { FeedbackError } from './feedback-error.ts';
import { loadLaterModule } from './late.ts';
import { settings } from './settings.ts';
import type { FeedbackListener, FeedbackNotification } from './notification.ts';

export const listeners = new Set<FeedbackListener>();

/** Addresses of a developer's own machine. */
export const localPattern = /\/\/(localhost|127\.|\[::1)/;

let logged: Promise<unknown> = Promise.resolve();

/** Writes to the console when `debug` is on, and mistakes on a developer's own machine in any case. */
export function log(step: string, ...details: unknown[]): void {
	if (settings?.debug || (step === 'error' && localPattern.test(globalThis.location?.href))) {
		// One after the other, in the order of the steps.
		logged = logged
			.then(loadLaterModule)
			.then(({ explain }) => explain(settings, step, details))
			.catch(() => {});
	}
}

export function notify(notification: FeedbackNotification): void {
	log(notification.type, notification);
	for (const listener of listeners) {
		try {
			listener(notification);
		} catch (error) {
			// As with DOM events, the other listeners still run, and the app's error handling receives the error.
			reportError(error);
		}
	}
}

/** Notifies the listeners of an error; always `false`, the result of the failed call. */
export function fail(...error: ConstructorParameters<typeof FeedbackError>): false {
	notify({ type: 'error', error: new FeedbackError(...error) });
	return false;
}

/** Reports keys of values that are not allowed; `false` if there are any. */
export function areGood(bad: string[], of: 'properties' | 'traits'): boolean {
	return (
		!bad.length ||
		fail(`invalid_${of}`, `Not allowed: ${bad}.`, { field: bad[0] ? `${of}.${bad[0]}` : of })
	);
}
