import { product } from '@feedback/contract';

import { cleanName } from './clean-name.ts';
import { skeletonOf } from './skeleton.ts';

const ours = skeletonOf(product.name);
// Words that claim a check. "Unofficial" claims nothing.
const claims = [
	skeletonOf('verified'),
	skeletonOf('certified'),
	`(?<!un)${skeletonOf('official')}`,
];
const claim = new RegExp(claims.join('|'));
// Editors append the person's name for the server, such as `Editor (feedback)`.
const serverName = /^(.*\S)\s*\(\S*\)$/su;

const similar = ['Latin', 'Cyrillic', 'Greek', 'Cherokee', 'Armenian', 'Coptic'].map(
	(script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** The cleaned name of a client, or why the name is refused. */
export type CheckedName = { name: string } | { issue: string };

/**
 * Cleans the name that a client gives itself, and refuses a name that contains ours, claims to be verified,
 * or mixes alphabets that look alike. The result is still only the client's own claim.
 *
 * @example
 * checkClientName('Feedback command'); // { issue: '…' }
 * checkClientName('An editor\u202e (feedback)'); // { name: 'An editor (feedback)' }
 */
export function checkClientName(given: string): CheckedName {
	const name = cleanName(given);
	if (skeletonOf(serverName.exec(name)?.[1] ?? name).includes(ours)) {
		return { issue: `must not contain “${product.name}”, the name of this service` };
	}
	if (claim.test(skeletonOf(name))) {
		return { issue: 'must not say that the client is verified, certified or official' };
	}
	const mixed = name
		.match(/[\p{L}\p{M}]+/gu)
		?.some((word) => similar.filter((script) => script.test(word)).length > 1);
	return mixed ? { issue: 'must not mix alphabets that look alike within a word' } : { name };
}
