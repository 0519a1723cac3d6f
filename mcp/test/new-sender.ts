import { randomInt } from 'node:crypto';

/**
 * A header with which the stack takes a request as sent from an address of its own. The work for all callers without a
 * sign-in at one address is limited, and the tests send more than one person would.
 */
export function newSender(): { 'x-forwarded-for': string } {
	return { 'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}` };
}
