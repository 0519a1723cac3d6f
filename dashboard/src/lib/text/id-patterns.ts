import { limits, slugPattern } from '@feedback/contract';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is a UUID. Equivalent to the contract's schema, but without its parser. */
export function isUuid(text: string): boolean {
	return uuid.test(text);
}

/** Whether a text is a valid event name. */
export function isEventName(text: string): boolean {
	return text.length <= limits.event.name && limits.event.namePattern.test(text);
}

/** Whether a text is a survey ID or a prompt's UUID, which has the form of a survey ID. */
export function isPromptName(text: string): boolean {
	return slugPattern.test(text);
}
