import { createHash } from 'node:crypto';

import type { BetterAuthPlugin } from 'better-auth';
import {
	APIError,
	createAuthEndpoint,
	getSessionFromCtx,
	sessionMiddleware,
} from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type pg from 'pg';
import { z } from 'zod';

import type { IdentityOptions } from './identity-options.ts';
import type { MailQueue } from './mail-queue.ts';
import { invitationMessage, type OpenInvitation } from './messages.ts';
import { hasPassword, passwordLength, storePassword } from './password.ts';
import { requireAssurance } from './sign-in-changes.ts';
import { signInCodesOnly } from './sign-in-codes-only.ts';
import { type LinkPurpose, identifyLink, linkPurposeSchema } from './sign-in-link.ts';

/** Sign-in methods that the sign-in page offers. */
export type OfferedMethods = {
	email: boolean;
	password: boolean;
	passkeys: boolean;
	/** Whether invitations are mailed. */
	mail: boolean;
	providers: { id: string; name: string }[];
};

/** A signed-in browser, without its token. */
export type ListedSession = {
	id: string;
	signed_in_at: string;
	last_seen_at: string;
	address: string | null;
	browser: string | null;
	method: string | null;
	/** Whether this session sent the request. */
	current: boolean;
};

export type PluginMeans = {
	pool: pg.Pool;
	mail: MailQueue | undefined;
	offered: OfferedMethods;
	dashboardUrl: string;
	options: IdentityOptions;
};

/** Our own endpoints: methods of the sign-in page, one-time links, sessions without their tokens, passwords. */
export function identityPlugin(means: PluginMeans) {
	return {
		id: 'feedback',
		hooks: { before: [signInCodesOnly, requireAssurance(means.pool)] },
		endpoints: {
			offeredMethods: createAuthEndpoint('/methods', { method: 'GET' }, async (c) =>
				// So that the dashboard requests a token only where there is one: browsers log every refusal.
				c.json({ ...means.offered, signed_in: (await getSessionFromCtx(c)) !== null }),
			),
			followLink: followLink(means),
			listOwnSessions: createAuthEndpoint(
				'/sessions',
				{ method: 'GET', use: [sessionMiddleware] },
				async (c) => {
					const { session, user } = c.context.session;
					const { rows } = await means.pool.query<SessionRow>(
						`select "id", "createdAt", "updatedAt", "ipAddress", "userAgent", "method" from "session"
						where "userId" = $1 and "expiresAt" > now() order by "createdAt" desc`,
						[user.id],
					);
					return c.json({ items: rows.map((row) => describeSession(row, session.id)) });
				},
			),
			revokeOwnSession: createAuthEndpoint(
				'/sessions/revoke',
				{ method: 'POST', use: [sessionMiddleware], body: z.object({ id: z.uuid() }) },
				async (c) => {
					await means.pool.query('delete from "session" where "id" = $1 and "userId" = $2', [
						c.body.id,
						c.context.session.user.id,
					]);
					return c.json({});
				},
			),
			hasPassword: createAuthEndpoint(
				'/password',
				{ method: 'GET', use: [sessionMiddleware] },
				async (c) => c.json({ set: await hasPassword(means.pool, c.context.session.user.id) }),
			),
			changePassword: changePassword(means),
			mailInvitation: mailInvitation(means),
		},
	} satisfies BetterAuthPlugin;
}

function followLink({ pool }: PluginMeans) {
	return createAuthEndpoint(
		'/link',
		{ method: 'POST', body: z.object({ token: z.string().min(20).max(200) }) },
		async (c) => {
			const { internalAdapter } = c.context;
			const stored = await internalAdapter.consumeVerificationValue(identifyLink(c.body.token));
			if (!stored) throw refuse('link_expired', 'This link has expired or was already used.');
			const purpose = linkPurposeSchema.parse(JSON.parse(stored.value));
			const person =
				purpose.kind === 'address'
					? await verifyAddress(pool, purpose.email)
					: await findOrCreatePerson(pool, purpose);
			const user = await internalAdapter.findUserById(person);
			if (!user) throw refuse('link_expired', 'This link is for a person who was deleted.');
			const session = await internalAdapter.createSession(user.id);
			await setSessionCookie(c, { session, user });
			return c.json({});
		},
	);
}

/** The person whose address a message has reached; created if they are new. */
async function verifyAddress(pool: pg.Pool, email: string): Promise<string> {
	const { rows } = await pool.query<{ id: string }>(
		`insert into "user" ("name", "email", "emailVerified") values ('', $1, true)
		on conflict ("email") do update set "emailVerified" = true returning "id"`,
		[email],
	);
	return rows[0]!.id;
}

async function findOrCreatePerson(
	pool: pg.Pool,
	purpose: Exclude<LinkPurpose, { kind: 'address' }>,
): Promise<string> {
	if (purpose.kind === 'person') return purpose.person;
	const client = await pool.connect();
	try {
		await client.query('begin');
		// The administrator of the service vouches for the address.
		const { rows } = await client.query<{ id: string }>(
			`insert into "user" ("name", "email", "emailVerified") values ('', $1, true)
			on conflict ("email") do update set "emailVerified" = true returning "id"`,
			[purpose.email],
		);
		const { id } = rows[0]!;
		await client.query('select identity.create_first_workspace($1, $2, $3)', [
			id,
			purpose.email,
			purpose.workspace,
		]);
		await client.query('commit');
		return id;
	} catch (error) {
		await client.query('rollback').catch(() => undefined);
		if ((error as { code?: unknown }).code !== 'FB409') throw error;
		throw refuse('owner_exists', 'The service has an owner already.');
	} finally {
		client.release();
	}
}

function changePassword(means: PluginMeans) {
	return createAuthEndpoint(
		'/password/change',
		{
			method: 'POST',
			// The previous password is not asked for, because people forget passwords.
			use: [sessionMiddleware],
			body: z.object({ password: z.string().min(passwordLength.min).max(passwordLength.max) }),
		},
		async (c) => {
			if (!means.options.methods.password) throw new APIError('NOT_FOUND');
			const { session, user } = c.context.session;
			await storePassword(means.pool, user.id, c.body.password);
			// Signs out anyone who used the previous password.
			await means.pool.query('delete from "session" where "userId" = $1 and "id" <> $2', [
				user.id,
				session.id,
			]);
			return c.json({});
		},
	);
}

// Only the person who created an invitation and its recipient know its secret, and either may have it mailed.
function mailInvitation({ pool, mail, dashboardUrl }: PluginMeans) {
	return createAuthEndpoint(
		'/invitation-mail',
		{
			method: 'POST',
			use: [sessionMiddleware],
			body: z.object({ secret: z.string().min(20).max(200) }),
		},
		async (c) => {
			const hash = createHash('sha256').update(c.body.secret).digest();
			const { rows } = await pool.query<OpenInvitation>(
				'select email, workspace, role, inviter from identity.open_invitation($1)',
				[hash],
			);
			const invitation = rows[0];
			if (!mail || !invitation?.email) throw new APIError('NOT_FOUND');
			const url = `${dashboardUrl}/invitation#${c.body.secret}`;
			const message = invitationMessage(invitation, url);
			const mayBeSent = async () => {
				const { rows: counted } = await pool.query<{ may: boolean }>(
					'select identity.may_mail_for($1, $2) as may',
					[message.to, c.context.session.user.id],
				);
				return counted[0]!.may;
			};
			return c.json({ mailed: await mail.trySend({ message, mayBeSent }) });
		},
	);
}

type SessionRow = {
	id: string;
	createdAt: Date;
	updatedAt: Date;
	ipAddress: string | null;
	userAgent: string | null;
	method: string | null;
};

function describeSession(row: SessionRow, current: string): ListedSession {
	return {
		id: row.id,
		signed_in_at: row.createdAt.toISOString(),
		last_seen_at: row.updatedAt.toISOString(),
		address: row.ipAddress || null,
		browser: row.userAgent || null,
		method: row.method,
		current: row.id === current,
	};
}

function refuse(code: string, message: string): APIError {
	return new APIError('BAD_REQUEST', { code, message });
}
