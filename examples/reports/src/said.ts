import type { FeedbackNotification } from '@feedback/sdk';

import { byId, make } from './element.ts';

const list = byId('said', HTMLOListElement);
const longest = 60;

byId('clear', HTMLButtonElement).addEventListener('click', () => list.replaceChildren());

/** Shows a call as it would stand in code; the returned function adds what came of it. */
export function sayCall(method: string, args: unknown[]): (result: string) => void {
	const result = make('span', 'result');
	const written = args
		.filter((arg) => arg !== undefined)
		.map(write)
		.join(', ');
	add('call', make('code', '', `Feedback.${method}(${written})`), result);
	return (text) => {
		result.textContent = text;
		result.dataset['value'] = text;
	};
}

/** Shows a notification that a listener received. */
export function sayNotification(notification: FeedbackNotification): void {
	const kind = make('span', `kind ${notification.type}`, notification.type);
	add('notification', kind, make('span', 'detail', describe(notification)));
}

function add(className: string, ...content: Node[]): void {
	const time = make('time', '', new Date().toLocaleTimeString('en-GB'));
	list.prepend(make('li', className, ...content, time));
	while (list.children.length > longest) list.lastElementChild?.remove();
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

// As a person writes it: { format: 'pdf' }.
function write(value: unknown): string {
	if (typeof value === 'string') return `'${value}'`;
	if (typeof value !== 'object' || value === null) return String(value);
	const entries = Object.entries(value).map(([key, inner]) => `${key}: ${write(inner)}`);
	return `{ ${entries.join(', ')} }`;
}
