import {
	type OperatorSettings,
	type OperatorSettingsChange,
	operatorSettingsChangeSchema,
	operatorSettingsSchema,
	parseInput,
} from '@feedback/contract';

import type { Tx } from '../../database/statement.ts';
import { connectDatabase } from '../postgres/connect.ts';
import type { DatabaseAddress } from '../postgres/database-address.ts';

/** The database as the role that pushed the migrations: a Postgres URL, or what was read from it. */
type OwnerAddress = string | DatabaseAddress;

/**
 * Operator's settings for all sites of this instance: the maximums of their retention, in days, and of their rate
 * limits, in requests per second and in bursts; and who may sign up.
 */
export function readInstanceSettings(owner: OwnerAddress): Promise<OperatorSettings> {
	return asOwner(owner, readSettings);
}

/**
 * Changes the settings that are given, and records the change with `who` = `operator`. It applies at once, without a
 * restart. Resolves to all settings. Throws a `ServiceError` with code `invalid_request`, which names the field.
 */
export function changeInstanceSettings(
	owner: OwnerAddress,
	change: OperatorSettingsChange,
): Promise<OperatorSettings> {
	return asOwner(owner, async (tx) => {
		const checked = parseInput(operatorSettingsChangeSchema, change);
		await tx`select app.change_instance_settings(${tx.json(checked)})`;
		return readSettings(tx);
	});
}

async function readSettings(tx: Tx): Promise<OperatorSettings> {
	const [row] = await tx<{ settings: unknown }[]>`
		select app.read_operator_settings() as settings`;
	return operatorSettingsSchema.parse(row!.settings);
}

export type InstanceChange = {
	at: Date;
	who: string;
	before: OperatorSettings;
	after: OperatorSettings;
};

/**
 * The latest changes of the settings, newest first.
 *
 * @param limit maximum number of changes
 */
export function listInstanceChanges(owner: OwnerAddress, limit = 50): Promise<InstanceChange[]> {
	return asOwner(owner, async (tx) => [
		...(await tx<InstanceChange[]>`
			select at, who, before, after from app.instance_changes order by id desc limit ${limit}`),
	]);
}

async function asOwner<Result>(
	owner: OwnerAddress,
	run: (tx: Tx) => PromiseLike<Result>,
): Promise<Result> {
	const sql = connectDatabase(owner);
	try {
		return await sql.begin('read write', async (tx) => {
			await tx`set local role feedback_owner`;
			return run(tx);
		});
	} finally {
		await sql.end();
	}
}
