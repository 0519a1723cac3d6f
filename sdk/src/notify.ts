import { FeedbackError } from './feedback-error.ts';
import { settings } from './settings.ts';
import type { FeedbackListener, FeedbackNotification } from './notification.ts';

export const listeners = new Set<FeedbackListener>();

/** Writes to the console when `debug` is on. */
export function log(...words: unknown[]): void {
	if (settings?.debug) console.log('[feedback]', ...words);
}

export function notify(notification: FeedbackNotification): void {
	log(...Object.values(notification));
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
	return failWith(new FeedbackError(...error));
}

export function failWith(error: FeedbackError): false {
	notify({ type: 'error', error });
	return false;
}
