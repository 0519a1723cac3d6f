import {
	type InstanceSettings,
	listExceeded,
	type RouteOutput,
	ServiceError,
	siteSettingsSchema,
} from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePromptOf } from './launcher.ts';

type StoredSettings = RouteOutput<'getSettings'>;
type SettingsRow = { settings: unknown; etag: string; maximums: InstanceSettings };

export const getSettings: Operation<'getSettings'> = {
	access: 'read only',
	run: ({ tx }, { site }) => readSettings(tx, site),
};

export const updateSettings: Operation<'updateSettings'> = {
	access: 'read write',
	async run({ tx }, { site, etag, ...change }) {
		await checkMaximums(tx, change);
		if (change.launcher) await requirePromptOf(tx, site, change.launcher);
		const next = tx`settings || ${tx.json(change as JsonValue)}`;
		// In one statement, so that concurrent changes of different settings are both stored, and the second of two changes
		// with the same etag gets a conflict. A change that is already stored succeeds again.
		const seen =
			etag === undefined ? tx`` : tx`and (${etagOf(tx)} = ${etag} or ${next} = settings)`;
		const [row] = await tx<SettingsRow[]>`
			update app.sites set settings = ${next}
			where id = ${site} ${seen}
			returning settings, ${etagOf(tx)} as etag, app.read_instance_settings() as maximums`;
		if (row) return describeSettings(row);
		throw await describeConflict(tx, site);
	},
	audit: ({ site: _, etag: __, ...change }) => ({ subject: Object.keys(change).join(', ') }),
};

// Derived from the content: equal settings have equal etags.
function etagOf(tx: Tx): Fragment {
	return tx`encode(sha256(convert_to(settings::text, 'UTF8')), 'hex')`;
}

async function readSettings(tx: Tx, site: string): Promise<StoredSettings> {
	const [row] = await tx<SettingsRow[]>`
		select settings, ${etagOf(tx)} as etag, app.read_instance_settings() as maximums
		from app.sites where id = ${site}`;
	if (!row) throw new ServiceError('not_found', { field: 'site' });
	return describeSettings(row);
}

async function checkMaximums(tx: Tx, change: Record<string, unknown>): Promise<void> {
	if (!('retention' in change || 'rate_limits' in change)) return;
	const [row] = await tx<Pick<SettingsRow, 'maximums'>[]>`
		select app.read_instance_settings() as maximums`;
	const [exceeded] = listExceeded(change, row!.maximums);
	if (!exceeded) return;
	const field = exceeded.path.join('.');
	throw new ServiceError('invalid_request', {
		message: `${field} must be at most ${exceeded.max}, the maximum of this instance.`,
		field,
		hint: 'The operator of the service sets the maximums.',
	});
}

// A setting that was never written has its default.
function describeSettings({ settings, etag, maximums }: SettingsRow): StoredSettings {
	return { ...siteSettingsSchema.parse(settings), etag, maximums };
}

async function describeConflict(tx: Tx, site: string): Promise<ServiceError> {
	const [{ etag }, [last]] = await Promise.all([
		readSettings(tx, site),
		tx<{ at: Date; who: string }[]>`
			select a.at, a.who from app.audit_log a
			join app.sites s on s.workspace_id = a.workspace_id
			where s.id = ${site} and a.site_id = ${site} and a.did = 'updateSettings'
			order by a.id desc limit 1`,
	]);
	return new ServiceError('conflict', {
		message: `${last?.who ?? 'Someone'} changed the settings meanwhile.`,
		field: 'etag',
		hint: 'Read the current settings, then apply your change to them.',
		stored: { etag, updated_at: last?.at.toISOString() ?? null, updated_by: last?.who ?? null },
	});
}
