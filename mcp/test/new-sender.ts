import { randomInt } from 'node:crypto';

/**
 * A header that gives the request a new network address. The service limits the work for callers without a sign-in at
 * one address, and the tests send more than one person would.
 */
export function newSender(): { 'x-forwarded-for': string } {
	return { 'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}` };
}
