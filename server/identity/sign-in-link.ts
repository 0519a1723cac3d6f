import { createHash, randomBytes } from 'node:crypto';

import { z } from 'zod';

/** Purpose of a one-time link. */
export const linkPurposeSchema = z.discriminatedUnion('kind', [
	/** Creates the first person, as the owner of the first workspace. */
	z.object({ kind: z.literal('first owner'), email: z.string(), workspace: z.string() }),
	/** Signs a person in. */
	z.object({ kind: z.literal('person'), person: z.string() }),
	/** Signs the recipient of a message in, and creates the person if they are new. */
	z.object({ kind: z.literal('address'), email: z.string() }),
]);

export type LinkPurpose = z.infer<typeof linkPurposeSchema>;

/** A one-time link; its token is printed once and stored as a hash. */
export type SignInLink = { url: string; expiresAt: Date };

/** Hours for which a link can be used. */
export const linkHours = 24;

/** A new link and its row in the database. */
export function mintLink(
	dashboardUrl: string,
	hours = linkHours,
): { link: SignInLink; identifier: string } {
	const token = randomBytes(32).toString('base64url');
	const expiresAt = new Date(Date.now() + hours * 3_600_000);
	// In the fragment, because fragments are never sent to a server or as a referrer.
	const url = `${dashboardUrl.replace(/\/+$/, '')}/sign-in#link=${token}`;
	return { link: { url, expiresAt }, identifier: identifyLink(token) };
}

/** Returns the identifier under which a link is stored. The token has 256 random bits, so its hash needs no key. */
export function identifyLink(token: string): string {
	return `sign-in-link:${createHash('sha256').update(token).digest('base64url')}`;
}
