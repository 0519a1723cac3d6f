import {
	type OperatorSettings,
	type OperatorSettingsChange,
	operatorSettingsChangeSchema,
	operatorSettingsSchema,
	parseInput,
} from '@feedback/contract';

import type { Tx } from '../../supabase/functions/_shared/statement.ts';
import { connectDatabase } from '../postgres/connect.ts';

/**
 * Operator's settings for all sites of this instance: the maximums of their retention, in days, and of their rate
 * limits, in requests per second and in bursts; and who may sign up.
 *
 * @param ownerUrl Postgres URL of the role that pushed the migrations
 */
export function readInstanceSettings(ownerUrl: string): Promise<OperatorSettings> {
	return asOwner(ownerUrl, readSettings);
}

/**
 * Changes the settings that are given, and records the change with `who` = `operator`. It applies at once, without a
 * restart. Resolves to all settings. Throws a `ServiceError` with code `invalid_request`, which names the field.
 *
 * @param ownerUrl Postgres URL of the role that pushed the migrations
 */
export function changeInstanceSettings(
	ownerUrl: string,
	change: OperatorSettingsChange,
): Promise<OperatorSettings> {
	return asOwner(ownerUrl, async (tx) => {
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
 * @param ownerUrl Postgres URL of the role that pushed the migrations
 * @param limit maximum number of changes
 */
export function listInstanceChanges(ownerUrl: string, limit = 50): Promise<InstanceChange[]> {
	return asOwner(ownerUrl, async (tx) => [
		...(await tx<InstanceChange[]>`
			select at, who, before, after from app.instance_changes order by id desc limit ${limit}`),
	]);
}

async function asOwner<Result>(url: string, run: (tx: Tx) => PromiseLike<Result>): Promise<Result> {
	const sql = connectDatabase(url);
	try {
		return await sql.begin('read write', async (tx) => {
			await tx`set local role feedback_owner`;
			return run(tx);
		});
	} finally {
		await sql.end();
	}
}
