import { limits } from '@feedback/contract';

import { requireSetting } from '../_shared/environment.ts';
import { type Cells, createDatabaseOf, type DatabaseOf } from '../_shared/databases.ts';
import type { FileStore } from '../_shared/files/file-store.ts';
import { openFiles } from '../_shared/files/open-files.ts';
import { guards, type Guards } from '../_shared/http/body.ts';
import { createBuckets, type Buckets } from '../_shared/http/bucket.ts';
import { readProxyCount } from '../_shared/http/proxy-count.ts';
import { openCells } from '../_shared/open-cells.ts';
import { createPool } from '../_shared/pool.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { readKeyring } from '../_shared/secrets/read-keyring.ts';
import type { Database } from '../../../database/database.ts';
import { loadSite } from '../sdk/database.ts';
import { createSiteCache, type FindSite } from '../sdk/site-cache.ts';

/** Dependencies of the `screenshots` function; one per instance. */
export type Service = {
	databaseOf: DatabaseOf;
	keyring: Keyring;
	findSite: FindSite;
	files: FileStore;
	/** Rate limits of uploads, by network address. */
	buckets: Buckets;
	guards: Guards;
	/** Milliseconds since 1970. If omitted, the database's clock is used. */
	clock: (() => number) | undefined;
	/** Number of our own proxies that append to `x-forwarded-for`. */
	trustedProxies: number;
};

export type ServiceOptions = Pick<Service, 'keyring' | 'files'> &
	Partial<Service> & {
		/** Home; without cells, the one database. */
		sql: Database;
		cells?: Cells<Database>;
	};

export function createService({ sql, cells, ...options }: ServiceOptions): Service {
	const databaseOf = options.databaseOf ?? createDatabaseOf(sql, cells);
	return {
		databaseOf,
		findSite: createSiteCache((siteId) => loadSite(databaseOf({ siteId }), siteId)),
		buckets: createBuckets(limits.screenshot.rate),
		guards,
		clock: undefined,
		trustedProxies: 1,
		...options,
	};
}

/** The service as the environment describes it. */
export function readService(): Service {
	const open = (url: string) => createPool(url, 'screenshots', { size: 2 });
	return createService({
		sql: open(requireSetting('FEEDBACK_INGEST_URL')),
		cells: openCells('FEEDBACK_INGEST_CELLS', open),
		keyring: readKeyring(),
		files: openFiles(),
		trustedProxies: readProxyCount(),
	});
}
