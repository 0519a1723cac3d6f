import { ServiceError, type RouteOutput } from '@feedback/contract';

import { findDeletion, readDeletions } from './deletions.ts';
import type { Operation } from '../operation/operation.ts';

type Preview = RouteOutput<'previewAccountDeletion'>;

export const previewAccountDeletion: Operation<'previewAccountDeletion'> = {
	access: 'read only',
	async run({ tx, person, service }) {
		const [[counted], onlyOwnerOf, [scheduled]] = await Promise.all([
			tx<{ counts: Preview['counts'] }[]>`select app.count_account() as counts`,
			tx<Preview['only_owner_of']>`
				select id, name from app.list_workspaces_without_other_owner()`,
			readDeletions(
				tx,
				tx`d.kind = 'account' and d.target_id = ${person.id} and d.undone_at is null and d.finished_at is null`,
			),
		]);
		return {
			name: person.email ?? person.id,
			allowed: onlyOwnerOf.length === 0,
			counts: counted!.counts,
			scheduled: scheduled ?? null,
			only_owner_of: onlyOwnerOf,
			url: `${service.dashboardUrl}/account`,
		};
	},
};

export const deleteAccount: Operation<'deleteAccount'> = {
	access: 'read write',
	async run({ tx, person, service }, { confirm }) {
		const name = person.email ?? person.id;
		if (confirm.toLowerCase() !== name.toLowerCase()) {
			throw new ServiceError('invalid_request', {
				field: 'confirm',
				message: `confirm must be your e-mail address, "${name}"`,
			});
		}
		const [made] = await tx<{ id: string }[]>`
			select app.schedule_account_deletion(${new Date(service.clock())}) as id`;
		return findDeletion(tx, tx`d.id = ${made!.id}`);
	},
};

export const undoAccountDeletion: Operation<'undoAccountDeletion'> = {
	access: 'read write',
	async run({ tx, service }) {
		const [undone] = await tx<{ id: string }[]>`
			select app.undo_account_deletion(${new Date(service.clock())}) as id`;
		return findDeletion(tx, tx`d.id = ${undone!.id}`);
	},
};
