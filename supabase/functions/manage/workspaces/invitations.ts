import { createHash } from 'node:crypto';

import { ServiceError, type Role } from '@feedback/contract';

import { asCaller } from '../../_shared/caller/caller.ts';
import { encodeBase64url } from '../../_shared/secrets/base64url.ts';
import type { Operation } from '../operation/operation.ts';
import { findCell, reserveSecret } from '../operation/reserve.ts';
import { nameCaller } from '../account/profile.ts';
import { findWorkspace } from './workspaces.ts';

type InvitationRow = {
	id: string;
	email: string;
	name: string | null;
	role: Role;
	expires_at: Date;
};

export const listInvitations: Operation<'listInvitations'> = {
	access: 'read only',
	async run({ tx }, { workspace }) {
		const rows = await tx<InvitationRow[]>`
			select id, email, name, role, expires_at from app.invitations
			where workspace_id = ${workspace} and accepted_by is null and expires_at > now()
			order by created_at, id`;
		return { items: rows.map(describeInvitation), next: null };
	},
};

export const invite: Operation<'invite'> = {
	access: 'read write',
	async run({ tx, person, service }, { workspace, email, role, name }) {
		const [member] = await tx`
			select from app.members
			where workspace_id = ${workspace} and lower(email) = ${email.toLowerCase()}`;
		if (member) {
			throw new ServiceError('conflict', {
				message: `${email} belongs to this workspace already.`,
				field: 'email',
			});
		}
		const secret = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
		// Each address has only one open invitation: the newest, with its role and its secret.
		await tx`
			delete from app.invitations
			where workspace_id = ${workspace} and lower(email) = ${email.toLowerCase()}`;
		const hash = hashSecret(secret);
		const [row] = await tx<InvitationRow[]>`
			insert into app.invitations (workspace_id, email, name, role, secret_hash, created_by)
			values (${workspace}, ${email}, ${name}, ${role}, ${hash}, ${person.id})
			returning id, email, name, role, expires_at`;
		await reserveSecret({ tx, service }, { hash, workspace });
		// In the fragment, which is never sent to a server or as a referrer.
		return { ...describeInvitation(row!), url: `${service.dashboardUrl}/invitation#${secret}` };
	},
	audit: ({ email, role }) => ({ subject: `${email}: ${role}` }),
};

export const withdrawInvitation: Operation<'withdrawInvitation'> = {
	access: 'read write',
	async run({ tx }, { workspace, invitation }) {
		const removed = await tx`
			delete from app.invitations
			where workspace_id = ${workspace} and id = ${invitation} and accepted_by is null
			returning id`;
		if (removed.length === 0) {
			throw new ServiceError('not_found', {
				message: 'There is no such open invitation.',
				field: 'invitation',
			});
		}
		return { removed: true };
	},
	audit: ({ invitation }) => ({ subject: invitation }),
};

export const acceptInvitation: Operation<'acceptInvitation'> = {
	access: 'read write',
	locate: ({ secret }) => ({ secret: hashSecret(secret) }),
	async run({ tx, service, person }, { secret, name }) {
		const hash = hashSecret(secret);
		const [joined] = await tx<{ id: string }[]>`select app.accept_invitation(${hash}) as id`;
		const cell = service.hasCells ? await findCell(tx) : 0;
		if (cell === 0) {
			await (name === null
				? tx`select app.name_invited_person(${hash})`
				: nameCaller(tx, person.id, name));
		} else {
			await service.databaseOf('home')`select app.reserve_person(${person.id}, ${cell})`;
		}
		return findWorkspace(tx, joined!.id);
	},
	async complete({ service, person }, { secret, name }) {
		if (!service.hasCells) return;
		const hash = hashSecret(secret);
		const given =
			name ??
			(await asCaller(service.databaseOf({ secret: hash }), person, 'read only', async (tx) => {
				const [row] = await tx<{ name: string | null }[]>`select app.invited_name(${hash}) as name`;
				return row!.name;
			}));
		if (given === null) return;
		await asCaller(service.databaseOf('home'), person, 'read write', async (tx) => {
			if (name !== null) return nameCaller(tx, person.id, name);
			await tx`
				insert into app.people (person_id, name) values (${person.id}, ${given})
				on conflict (person_id) do nothing`;
		});
	},
	audit: (_, { id, role }) => ({ subject: role, workspace: id }),
};

function hashSecret(secret: string): Uint8Array {
	return new Uint8Array(createHash('sha256').update(secret).digest());
}

function describeInvitation(row: InvitationRow) {
	return { ...row, expires_at: row.expires_at.toISOString() };
}
