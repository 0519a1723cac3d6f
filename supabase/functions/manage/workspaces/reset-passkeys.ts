import { asCaller } from '../../_shared/caller/caller.ts';
import type { Locator } from '../../_shared/locator.ts';
import type { Operation } from '../operation/operation.ts';

/**
 * Removes the passkeys of a member, all of whose workspaces the caller owns. With several databases, each that may have
 * workspaces of the member allows it first, and home removes the passkeys last.
 */
export const resetPasskeys: Operation<'resetPasskeys'> = {
	access: 'read write',
	async prepare({ service, person }, { person: member }) {
		if (!service.hasCells) return;
		const cells = await service.databaseOf('home')<{ name: string }[]>`
			select c as name from app.cells_of(${member}) c`;
		const locators: Locator[] = ['home', ...cells.map(({ name }) => ({ cell: name }))];
		await Promise.all(
			locators.map((locator) =>
				asCaller(
					service.databaseOf(locator),
					person,
					'read only',
					(tx) => tx`select app.require_owner_of_all(${member})`,
				),
			),
		);
	},
	async run({ tx, service }, { workspace, person: member }) {
		await (service.hasCells
			? tx`select app.allow_passkey_reset(${workspace}, ${member})`
			: tx`select app.reset_passkeys(${workspace}, ${member})`);
		return { removed: true as const };
	},
	async complete({ service, person }, { person: member }) {
		if (!service.hasCells) return;
		await service.databaseOf('home')`
			select app.remove_passkeys_for(${member}, ${person.id})`;
	},
};
