import type { DatabaseClient } from '../connect.ts';
import { publication } from './publish-home.ts';

export type NewCell = {
	number: number;
	/** As in `database.cells`. */
	name: string;
};

/** Name of the replication slot at home that keeps what the cell does not have yet. */
export function slotOf({ number }: Pick<NewCell, 'number'>): string {
	return `feedback_cell_${number}`;
}

/**
 * Makes a new, migrated database a cell: lists it at home and subscribes it to home's copies. Safe to repeat.
 *
 * @param home from which the slot is created
 * @param cell as a role that row-level security hides nothing from, and that may create subscriptions
 * @param homeConnection how the cell's server reaches home, as libpq reads it, with a role that may replicate
 */
export async function joinCell(
	{ home, cell, homeConnection }: JoinOptions,
	added: NewCell,
): Promise<void> {
	const { number, name } = added;
	const slot = slotOf(added);
	await cell`select app.become_cell(${number}::smallint)`;
	await home`insert into app.cells (number, name) values (${number}, ${name}) on conflict (number) do nothing`;
	const [held] = await home`select from pg_replication_slots where slot_name = ${slot}`;
	// Before the subscription: to create it from there would wait for itself where both are databases of one server. With
	// `failover`, a standby takes it over.
	if (!held)
		await home`select pg_create_logical_replication_slot(${slot}, 'pgoutput', failover => true)`;
	const [subscribed] = await cell`
		select from pg_subscription where subname = ${publication}
		and subdbid = (select oid from pg_database where datname = current_database())`;
	if (subscribed) return;
	await cell.script(
		`create subscription ${publication} connection '${homeConnection.replaceAll("'", "''")}'
		publication ${publication}
		with (create_slot = false, slot_name = ${slot}, failover = true, run_as_owner = true)`,
	);
}

type JoinOptions = { home: DatabaseClient; cell: DatabaseClient; homeConnection: string };

/** Whether the cell has its first copy of every table. */
export async function isCopied(cell: DatabaseClient): Promise<boolean> {
	const [row] = await cell<{ copied: boolean }[]>`
		select coalesce(bool_and(r.srsubstate = 'r'), false) as copied from pg_subscription_rel r
		join pg_subscription s on s.oid = r.srsubid where s.subname = ${publication}`;
	return row!.copied;
}
