import { limits } from '@feedback/contract';

import { createBuckets, type Buckets } from '../_shared/http/bucket.ts';
import { guards, type Guards } from '../_shared/http/body.ts';
import { requireSetting } from '../_shared/environment.ts';
import { createExpiringCache, type ExpiringCache } from '../_shared/expiring-cache.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { type Cells, createDatabaseOf, type DatabaseOf } from '../_shared/databases.ts';
import type { Database } from '../../../database/database.ts';
import { openCells } from '../_shared/open-cells.ts';
import { createPool } from '../_shared/pool.ts';
import { readProxyCount } from '../_shared/http/proxy-count.ts';
import { readKeyring } from '../_shared/secrets/read-keyring.ts';

/** Dependencies of the `events` function; one per instance. */
export type Service = {
	databaseOf: DatabaseOf;
	keyring: Keyring;
	/** Rate limits of items, by site key. */
	items: Buckets;
	/** Rate limits of refused requests, by network address. */
	failures: ReturnType<typeof createBuckets>;
	/** Site keys that were accepted recently, by their hash. */
	accepted: ExpiringCache<true>;
	guards: Guards;
	/** Milliseconds since 1970. If omitted, the database's clock is used. */
	clock: (() => number) | undefined;
	/** Number of our own proxies that append to `x-forwarded-for`. */
	trustedProxies: number;
};

export type ServiceOptions = Pick<Service, 'keyring'> &
	Partial<Service> & {
		/** Home; without cells, the one database. */
		sql: Database;
		cells?: Cells<Database>;
	};

export function createService({ sql, cells, ...options }: ServiceOptions): Service {
	return {
		databaseOf: createDatabaseOf(sql, cells),
		items: createBuckets(limits.backend.rate),
		failures: createBuckets(limits.backend.failures),
		accepted: createExpiringCache(10_000),
		guards,
		clock: undefined,
		trustedProxies: 1,
		...options,
	};
}

/** Connections of an instance: the events of one request use all of them at once. */
export const poolSize = 4;

/** The service as the environment describes it. */
export function readService(): Service {
	const open = (url: string) => createPool(url, 'events', { size: poolSize });
	return createService({
		sql: open(requireSetting('FEEDBACK_INGEST_URL')),
		cells: openCells('FEEDBACK_INGEST_CELLS', open),
		keyring: readKeyring(),
		trustedProxies: readProxyCount(),
	});
}
