import type { RouteOutput } from '@feedback/contract';

import { cleanLine } from '../../output/clean.ts';
import { moment } from '../../output/more.ts';

export type Link = RouteOutput<'listResultLinks'>['items'][number];

export function describeState({ revoked_at, expires_at }: Link): 'active' | 'revoked' | 'expired' {
	if (revoked_at !== null) return 'revoked';
	return Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}

/**
 * @example
 * renderLink(link); // 'The link "For the board" (fbl_x7Qk…) is active until 2026-01-31 09:00.'
 */
export function renderLink(link: Link): string {
	const named = `The link "${cleanLine(link.name)}" (${link.prefix}…)`;
	return {
		active: `${named} is active until ${moment(link.expires_at)}.`,
		revoked: `${named} was revoked at ${moment(link.revoked_at)}.`,
		expired: `${named} expired at ${moment(link.expires_at)}.`,
	}[describeState(link)];
}
