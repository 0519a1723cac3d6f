import type { FeedbackNotification } from '@feedback/sdk';

import { byId, make } from './element.ts';

const list = byId('log', HTMLOListElement);
const maxEntries = 60;

byId('clear', HTMLButtonElement).addEventListener('click', () => list.replaceChildren());

/** Logs a call as it is written in code; the returned function sets its result. */
export function logCall(method: string, args: unknown[]): (result: string) => void {
	const written = args
		.filter((arg) => arg !== undefined)
		.map(write)
		.join(', ');
	return logWithResult(`Feedback.${method}(${written})`);
}

/** Logs a request to the app's backend; the returned function sets its result. */
export function logRequest(path: string, body: object): (result: string) => void {
	return logWithResult(`POST ${path} ${write(body)}`);
}

function logWithResult(code: string): (result: string) => void {
	const result = make('span', 'result');
	add('call', make('code', '', code), result);
	return (text) => {
		result.textContent = text;
		result.dataset['value'] = text;
	};
}

/** Logs a notification. */
export function logNotification(notification: FeedbackNotification): void {
	const kind = make('span', `kind ${notification.type}`, notification.type);
	add('notification', kind, make('span', 'detail', describe(notification)));
}

function add(className: string, ...content: Node[]): void {
	const time = make('time', '', new Date().toLocaleTimeString('en-GB'));
	list.prepend(make('li', className, ...content, time));
	while (list.children.length > maxEntries) list.lastElementChild?.remove();
}

function describe(notification: FeedbackNotification): string {
	switch (notification.type) {
		case 'error':
			return `${notification.error.code}: ${notification.error.message}`;
		case 'reason':
			return [notification.reason, notification.surveyId].filter(Boolean).join(' · ');
		case 'answered':
			return `${notification.surveyId} · ${JSON.stringify(notification.answers)}`;
		default:
			return notification.surveyId;
	}
}

// Formats a value as in code: { format: 'pdf' }.
function write(value: unknown): string {
	if (typeof value === 'string') return `'${value}'`;
	if (typeof value !== 'object' || value === null) return String(value);
	const entries = Object.entries(value).map(([key, inner]) => `${key}: ${write(inner)}`);
	return `{ ${entries.join(', ')} }`;
}
