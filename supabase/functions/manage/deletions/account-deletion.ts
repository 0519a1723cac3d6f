import { ServiceError, type RouteOutput } from '@feedback/contract';

import { findDeletion, readDeletions } from './deletions.ts';
import { asCaller } from '../../_shared/caller/caller.ts';
import type { Tx } from '../../../../database/statement.ts';
import { inCells, listCells } from '../operation/in-cells.ts';
import type { Context, Operation } from '../operation/operation.ts';

type Preview = RouteOutput<'previewAccountDeletion'>;

export const previewAccountDeletion: Operation<'previewAccountDeletion'> = {
	access: 'read only',
	async run(context) {
		const { tx, person, service } = context;
		const cells = service.hasCells ? await listCells(tx) : [];
		const [[counted], onlyOwnerOf, [scheduled]] = await Promise.all([
			tx<{ counts: Preview['counts'] }[]>`select app.count_account() as counts`,
			tx<Preview['only_owner_of']>`
				select id, name from app.list_workspaces_without_other_owner()`,
			readDeletions(
				tx,
				tx`d.kind = 'account' and d.target_id = ${person.id} and d.undone_at is null and d.finished_at is null`,
			),
		]);
		const preview = {
			name: person.email ?? person.id,
			allowed: onlyOwnerOf.length === 0,
			counts: counted!.counts,
			scheduled: scheduled ?? null,
			only_owner_of: onlyOwnerOf,
			url: `${service.dashboardUrl}/account`,
		};
		if (cells.length === 0) return preview;
		return async () => (await inCells(context, cells, readPart)).reduce(addPart, preview);
	},
};

type Part = { counts: Preview['counts']; onlyOwnerOf: Preview['only_owner_of'] };

/** What the deletion concerns in one cell. */
async function readPart(tx: Tx): Promise<Part> {
	const [[counted], onlyOwnerOf] = await Promise.all([
		tx<{ counts: Preview['counts'] }[]>`select app.count_account() as counts`,
		tx<Preview['only_owner_of']>`select id, name from app.list_workspaces_without_other_owner()`,
	]);
	return { counts: counted!.counts, onlyOwnerOf };
}

/** Home has counted the connections, of which a cell has copies. */
function addPart(preview: Preview, { counts, onlyOwnerOf }: Part): Preview {
	const add = (name: 'workspaces' | 'result_links') =>
		(preview.counts[name] ?? 0) + (counts[name] ?? 0);
	return {
		...preview,
		allowed: preview.allowed && onlyOwnerOf.length === 0,
		counts: { ...preview.counts, workspaces: add('workspaces'), result_links: add('result_links') },
		only_owner_of: [...preview.only_owner_of, ...onlyOwnerOf],
	};
}

export const deleteAccount: Operation<'deleteAccount'> = {
	access: 'read write',
	prepare: (context) => requireOtherOwners(context, 'early'),
	/** Once more, when every cell knows that the person leaves: another owner may have left meanwhile. */
	async complete(context) {
		try {
			await requireOtherOwners(context, 'leaving');
		} catch (error) {
			const { service, person } = context;
			await asCaller(
				service.databaseOf('home'),
				person,
				'read write',
				(tx) => tx`select app.undo_account_deletion(${new Date(service.clock())})`,
			);
			throw error;
		}
	},
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

/** Milliseconds between two looks, and how often a cell looks for home's copy. */
const copyPollMs = 20;
const copyPolls = 100;

/** Throws unless each workspace of the person in a cell has another owner who stays. */
async function requireOtherOwners(
	{ service, person }: Pick<Context, 'person' | 'service'>,
	when: 'early' | 'leaving',
): Promise<void> {
	if (!service.hasCells) return;
	const cells = await asCaller(service.databaseOf('home'), person, 'read only', listCells);
	await Promise.all(
		cells.map((cell) =>
			asCaller(service.databaseOf({ cell }), person, 'read write', async (tx) => {
				if (when === 'leaving') await waitUntilLeaving(tx);
				await tx`select app.require_other_owners()`;
			}),
		),
	);
}

async function waitUntilLeaving(tx: Tx): Promise<void> {
	for (let polled = 0; polled < copyPolls; polled++) {
		const [row] = await tx<{ leaving: boolean }[]>`select app.caller_leaves() as leaving`;
		if (row!.leaving) return;
		await new Promise((resolve) => void setTimeout(resolve, copyPollMs));
	}
	throw new ServiceError('unavailable', {
		message: 'A database of your workspaces does not get what home changes. Try again.',
	});
}
