import type pg from 'pg';

import type { IdentityOptions, ProviderOptions } from './identity-options.ts';
import { findRole, isEmailVerified, type Claims } from './provider-claims.ts';

/** Why a person may not sign in; the sign-in page has a message for each reason. */
export type RefusalCode = 'not_invited' | 'email_not_verified';

/** Whether an account may be created for an address: its domain is allowed, or the address is invited. */
export async function isAdmitted(
	pool: pg.Pool,
	{ allowedDomains }: Pick<IdentityOptions, 'allowedDomains'>,
	email: string,
): Promise<boolean> {
	const { rows } = await pool.query<{ invited: boolean; domains: string[] | null }>(
		'select identity.is_invited($1) as invited, identity.sign_up_domains() as domains',
		[email],
	);
	const { invited, domains } = rows[0]!;
	// Read each time, because an instance setting applies immediately on every server.
	return invited || isOfDomain(email, domains ?? allowedDomains);
}

/**
 * Why the provider's account may not sign in; undefined if it may.
 *
 * @param action `sign-in` with an account that is known, `link-account` to a person with its address, or `create-user`
 */
export async function refuseAccount(
	pool: pg.Pool,
	options: Pick<IdentityOptions, 'allowedDomains'>,
	provider: ProviderOptions,
	{ email, claims, action }: { email: string; claims: Claims; action: string },
): Promise<RefusalCode | undefined> {
	// For a known account, the provider's own identifier counts, not the address.
	if (action !== 'sign-in' && !isEmailVerified(claims, provider)) return 'email_not_verified';
	if (action !== 'create-user' || findRole(claims, provider) !== undefined) return undefined;
	if (isOfDomain(email, provider.allowedDomains ?? [])) return undefined;
	return (await isAdmitted(pool, options, email)) ? undefined : 'not_invited';
}

function isOfDomain(email: string, domains: readonly string[]): boolean {
	const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
	return domains.some((allowed) => allowed.toLowerCase() === domain);
}
