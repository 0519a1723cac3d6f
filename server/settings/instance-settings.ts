import {
	type InstanceSettings,
	type InstanceSettingsChange,
	instanceSettingsChangeSchema,
	instanceSettingsSchema,
	parseInput,
} from '@feedback/contract';

import type { Tx } from '../../supabase/functions/_shared/statement.ts';
import { connectDatabase } from '../postgres/connect.ts';

// Who may sign up is a setting of the sign-in service.

/**
 * What the operator sets for all sites of this instance: the maximums of their retention, in days, and of their
 * rate limits, in requests per second and at once.
 *
 * @param ownerUrl Postgres URL of the role that pushed the migrations
 */
export function readInstanceSettings(ownerUrl: string): Promise<InstanceSettings> {
	return asOwner(ownerUrl, async (tx) => {
		const [row] = await tx<{ settings: unknown }[]>`
			select app.read_instance_settings() as settings`;
		return instanceSettingsSchema.parse(row!.settings);
	});
}

/**
 * Changes the settings that are given, and records the change with `who` = `operator`. It applies at once, without a
 * restart. Resolves to all settings. Throws a `ServiceError` with code `invalid_request`, which names the field.
 *
 * @param ownerUrl Postgres URL of the role that pushed the migrations
 */
export function changeInstanceSettings(
	ownerUrl: string,
	change: InstanceSettingsChange,
): Promise<InstanceSettings> {
	return asOwner(ownerUrl, async (tx) => {
		const checked = parseInput(instanceSettingsChangeSchema, change);
		const [row] = await tx<{ settings: unknown }[]>`
			select app.change_instance_settings(${tx.json(checked)}) as settings`;
		return instanceSettingsSchema.parse(row!.settings);
	});
}

export type InstanceChange = {
	at: Date;
	who: string;
	before: InstanceSettings;
	after: InstanceSettings;
};

/**
 * The latest changes of the settings, the newest first.
 *
 * @param ownerUrl Postgres URL of the role that pushed the migrations
 * @param limit how many at most
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
