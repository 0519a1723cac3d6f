// All database access of the `events` function: one exported function per operation, with one statement each.
import type {
	BackendEvent,
	BackendEventResult,
	Reason,
	Values,
} from '../../../contract/src/wire.ts';

import type { JsonValue } from '../../../database/parameters.ts';
import type { Statements } from '../../../database/statement.ts';
import { call } from '../sdk/database-errors.ts';

/** The site of a site key. */
export type OpenedKey = { id: string; site: string; revoked: false } | { revoked: true };

/** The site of a site key, by its hash. With `origin`, records that a web page of that origin sent the key. */
export async function openSiteKey(
	sql: Statements,
	hash: Uint8Array,
	origin: string | null,
	now: Date | null,
): Promise<OpenedKey | undefined> {
	const [row] = await call(
		sql<{ key: OpenedKey | null }[]>`select app.open_site_key(${hash}, ${origin}, ${now}) as key`,
	);
	return row?.key ?? undefined;
}

type Reported = {
	status: Exclude<BackendEventResult['status'], 'rejected'>;
	reason: Reason | null;
	now: number;
};

/** Records one event and decides about it. An event seen before changes nothing. */
export async function reportFromBackend(
	sql: Statements,
	site: string,
	{ account, id, name, properties = {} }: BackendEvent,
	now: Date | null,
): Promise<Reported> {
	const [row] = await call(
		sql<Reported[]>`
			select * from app.report_from_backend(${site}::uuid, ${account}, ${id}::uuid, ${name},
				${sql.json(properties as JsonValue)}, ${now})`,
	);
	return row!;
}

/** Creates the account if it is new, and merges traits into those that the backend reported before. */
export async function identifyFromBackend(
	sql: Statements,
	site: string,
	account: string,
	traits: Values,
	now: Date | null,
): Promise<{ now: number }> {
	const [row] = await call(
		sql<{ now: number }[]>`
			select * from app.identify_from_backend(${site}::uuid, ${account}, ${sql.json(traits as JsonValue)}, ${now})`,
	);
	return row!;
}
