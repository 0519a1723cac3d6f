import { siteSettingsSchema, type SiteSettings } from '@feedback/contract';
import type { JSONValue } from 'postgres';

import type { Operation } from './operation.ts';

export const getSettings: Operation<'getSettings'> = {
	access: 'read only',
	run: ({ tx }, { site }) => readSettings(tx`select settings from app.sites where id = ${site}`),
};

export const updateSettings: Operation<'updateSettings'> = {
	access: 'read write',
	run({ tx }, { site, ...change }) {
		// In one statement, so that two changes of different settings both last.
		return readSettings(
			tx`
				update app.sites set settings = settings || ${tx.json(change as JSONValue)}
				where id = ${site}
				returning settings`,
		);
	},
	act: ({ site: _, ...change }) => ({ subject: Object.keys(change).join(', ') }),
};

// A setting that was never written has its default.
async function readSettings(rows: PromiseLike<readonly unknown[]>): Promise<SiteSettings> {
	const [row] = (await rows) as { settings: unknown }[];
	return siteSettingsSchema.parse(row?.settings ?? {});
}
