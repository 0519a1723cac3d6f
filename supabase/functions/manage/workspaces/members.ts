import { ServiceError, type Role, type RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';

type MemberRow = {
	person: string;
	name: string | null;
	email: string | null;
	role: Role;
	since: Date;
	has_passkey: boolean | null;
};

export const listMembers: Operation<'listMembers'> = {
	access: 'read only',
	async run({ tx }, { workspace }) {
		const rows = await readMembers(tx, workspace);
		return { items: rows.map(describeMember), next: null };
	},
};

export const changeMember: Operation<'changeMember'> = {
	access: 'read write',
	async run({ tx }, { workspace, person, role }) {
		const [before] = await readMembers(tx, workspace, tx`and m.person_id = ${person}`);
		const changed = await tx`
			update app.members set role = ${role}
			where workspace_id = ${workspace} and person_id = ${person}
			returning person_id`;
		if (changed.length === 0) throw noSuchMember();
		const [row] = await readMembers(tx, workspace, tx`and m.person_id = ${person}`);
		// A person who gives up ownership can still see the other members.
		const secrets = await readKnownSecrets(tx, { workspace, person, was: before!.role, is: role });
		return { ...describeMember(row!), secrets };
	},
	audit: (_, { person, email, role }) => ({ subject: `${email ?? person}: ${role}` }),
};

export const removeMember: Operation<'removeMember'> = {
	access: 'read write',
	async run({ tx, person: caller }, { workspace, person }) {
		const [member] = await readMembers(tx, workspace, tx`and m.person_id = ${person}`);
		if (!member) throw noSuchMember();
		// Recorded before the removal, because a person who has left can no longer write to the log.
		const subject = member.email ?? person;
		await tx`select app.record_action(${workspace}, null, 'removeMember', ${subject})`;
		const removed = await tx`
			delete from app.members
			where workspace_id = ${workspace} and person_id = ${person}
			returning person_id`;
		if (removed.length === 0) {
			throw new ServiceError('forbidden', {
				message: `Only owners remove others; you may leave as ${caller.email ?? caller.id}.`,
			});
		}
		const secrets = await readKnownSecrets(tx, { workspace, person, was: member.role, is: null });
		return { removed: true as const, secrets };
	},
};

async function readKnownSecrets(
	tx: Tx,
	{ workspace, person, was, is }: Known,
): Promise<RouteOutput<'removeMember'>['secrets']> {
	const [row] = await tx<{ secrets: RouteOutput<'removeMember'>['secrets'] }[]>`
		select app.list_known_secrets(${workspace}, ${person}, ${was}, ${is}) as secrets`;
	return row!.secrets;
}

type Known = { workspace: string; person: string; was: Role; is: Role | null };

function readMembers(tx: Tx, workspace: string, where: Fragment = tx``): PromiseLike<MemberRow[]> {
	return tx<MemberRow[]>`
		select m.person_id as person, app.name_of(m.person_id, null) as name, m.email, m.role, m.created_at as since,
			case when m.workspace_id in (select app.workspaces_for('owner'))
				then m.person_id in (select app.list_passkey_holders(m.workspace_id)) end as has_passkey
		from app.members m
		where m.workspace_id = ${workspace} ${where}
		order by m.created_at, m.person_id`;
}

function describeMember(row: MemberRow) {
	return { ...row, since: row.since.toISOString() };
}

function noSuchMember(): ServiceError {
	return new ServiceError('not_found', {
		message: 'The workspace has no such member.',
		field: 'person',
	});
}
