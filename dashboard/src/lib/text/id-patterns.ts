import { limits } from '@feedback/contract';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it is written as a UUID is. The contract's schema says the same, at the price of a parser. */
export function isUuid(text: string): boolean {
	return uuid.test(text);
}

/** Whether an event may be called so. */
export function isEventName(text: string): boolean {
	return text.length <= limits.event.name && limits.event.namePattern.test(text);
}
