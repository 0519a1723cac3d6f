import type pg from 'pg';

import { openIdentityDatabase } from './identity-database.ts';
import { type LinkPurpose, type SignInLink, mintLink } from './sign-in-link.ts';

export type LinkOptions = {
	/** Address of the database as the role `feedback_identity`. */
	databaseUrl: string;
	/** PEM of the certificate authority of the database. */
	databaseCa?: string | undefined;
	/** Address of the dashboard for people. */
	dashboardUrl: string;
	email: string;
};

/** The service already has an owner, who can invite others, or has no person with this address. */
export class LinkRefused extends Error {
	override name = 'LinkRefused';
}

/**
 * Creates a one-time link, valid for 24 hours, that creates the first person with a workspace and signs them in.
 * Earlier links end. Rejects with `LinkRefused` when the service already has a workspace.
 *
 * @example
 * const { url } = await createOwnerLink({ databaseUrl, dashboardUrl, email: 'ada@example.com' });
 */
export function createOwnerLink(
	options: LinkOptions & { workspace?: string | undefined },
): Promise<SignInLink> {
	const email = options.email.trim().toLowerCase();
	return inTransaction(options, async (client) => {
		const { rows } = await client.query<{ has: boolean }>('select identity.has_workspace() as has');
		if (rows[0]!.has) {
			throw new LinkRefused(
				'The service has an owner already. An owner invites others; a person who cannot sign in gets a new link.',
			);
		}
		await client.query(
			`delete from "verification"
			where "identifier" like 'sign-in-link:%' and "value" like '{"kind":"first owner",%'`,
		);
		const workspace = options.workspace?.trim() || 'My workspace';
		return store(client, options.dashboardUrl, { kind: 'first owner', email, workspace });
	});
}

/**
 * Creates a one-time link, valid for 24 hours, that signs an existing person in; their sessions and earlier
 * links end, and with `passkeys` their passkeys, which they lost. The audit logs of their workspaces say so. Rejects with
 * `LinkRefused` when there is no such person, or no passkey.
 */
export function resetPerson(
	options: LinkOptions & { passkeys?: boolean | undefined },
): Promise<SignInLink> {
	const email = options.email.trim().toLowerCase();
	return inTransaction(options, async (client) => {
		const { rows } = await client.query<{ id: string }>(
			'select "id" from "user" where "email" = $1 for update',
			[email],
		);
		const person = rows[0]?.id;
		if (person === undefined) throw new LinkRefused(`Nobody signs in with ${email}.`);
		await client
			.query('select identity.reset_person($1, $2)', [person, options.passkeys ?? false])
			.catch((error: unknown) => {
				if ((error as { code?: unknown }).code !== 'FB409') throw error;
				throw new LinkRefused(`${email} has no passkey.`, { cause: error });
			});
		const purpose: LinkPurpose = { kind: 'person', person };
		await client.query(
			`delete from "verification" where "identifier" like 'sign-in-link:%' and "value" = $1`,
			[JSON.stringify(purpose)],
		);
		return store(client, options.dashboardUrl, purpose);
	});
}

/**
 * Creates a one-time link for the person who runs the service on their own machine: it creates the first owner, or signs the
 * person with this address in. Resolves to `undefined` when others own the service.
 */
export async function createLocalLink(options: LinkOptions): Promise<SignInLink | undefined> {
	try {
		return await createOwnerLink(options);
	} catch (error) {
		if (!(error instanceof LinkRefused)) throw error;
	}
	return inTransaction(options, async (client) => {
		const { rows } = await client.query<{ id: string }>(
			'select "id" from "user" where "email" = $1',
			[options.email.trim().toLowerCase()],
		);
		const person = rows[0]?.id;
		if (person === undefined) return undefined;
		return store(client, options.dashboardUrl, { kind: 'person', person });
	});
}

async function store(
	client: pg.PoolClient,
	dashboardUrl: string,
	purpose: LinkPurpose,
): Promise<SignInLink> {
	const { link, identifier } = mintLink(dashboardUrl);
	await client.query(
		'insert into "verification" ("identifier", "value", "expiresAt") values ($1, $2, $3)',
		[identifier, JSON.stringify(purpose), link.expiresAt],
	);
	return link;
}

async function inTransaction<Result>(
	{ databaseUrl, databaseCa }: LinkOptions,
	run: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
	const pool = openIdentityDatabase(databaseUrl, databaseCa);
	try {
		const client = await pool.connect();
		try {
			await client.query('begin');
			const result = await run(client);
			await client.query('commit');
			return result;
		} catch (error) {
			await client.query('rollback').catch(() => undefined);
			throw error;
		} finally {
			client.release();
		}
	} finally {
		await pool.end();
	}
}
