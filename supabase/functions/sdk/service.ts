import type { Prompt } from '@feedback/contract';
import { limits } from '@feedback/contract';

import { readApiUrl } from '../_shared/http/api-url.ts';
import { guards, type Guards } from '../_shared/http/body.ts';
import { readSetting, requireSetting } from '../_shared/environment.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import type { DatabaseOf, Locator } from '../_shared/databases.ts';
import type { Database } from '../../../database/database.ts';
import { createPool, readPoolSize } from '../_shared/pool.ts';
import { createBuckets, type Buckets } from '../_shared/http/bucket.ts';
import { createOpenRequests, type OpenRequests } from '../_shared/http/open-requests.ts';
import { readProxyCount } from '../_shared/http/proxy-count.ts';
import { readKeyring } from '../_shared/secrets/read-keyring.ts';
import { openWake } from '../_shared/wake-worker.ts';
import { loadSite } from './database.ts';
import { createExpiringCache, type ExpiringCache } from '../_shared/expiring-cache.ts';
import { createEventBatcher, maxConcurrentBatches, type EventBatcher } from './event-batcher.ts';
import { createServeScript, type ServeScript } from './script.ts';
import { createSiteCache, type FindSite } from './site-cache.ts';

/** Dependencies of the `sdk` function; one per instance. */
export type Service = {
	databaseOf: DatabaseOf;
	keyring: Keyring;
	/** Each database has its own batches. */
	batcherOf: (locator: Locator) => EventBatcher;
	findSite: FindSite;
	buckets: Buckets;
	/** Limits of previews. */
	open: OpenRequests;
	/** Prompts of open displays, by display. A revision never changes. */
	prompts: ExpiringCache<Prompt>;
	guards: Guards;
	/** Milliseconds since 1970. If omitted, the database's clock is used. */
	clock: (() => number) | undefined;
	/** Number of our own proxies that append to `x-forwarded-for`. */
	trustedProxies: number;
	serveScript: ServeScript;
	/** Called after a commit that wrote messages for destinations; otherwise they wait for the next poll. */
	wakeWorker: () => void;
};

export type ServiceOptions = Pick<Service, 'keyring'> &
	Partial<Service> & {
		/** The one database. */
		sql: Database;
		/** Its event batcher. */
		report?: EventBatcher;
		/** Folder of the script-tag build: a path or a file address. */
		scripts?: string | URL;
	};

export function createService({ sql, report, ...options }: ServiceOptions): Service {
	const databaseOf = options.databaseOf ?? (() => sql);
	const batcher = report ?? createEventBatcher(sql);
	return {
		databaseOf,
		batcherOf: () => batcher,
		findSite: createSiteCache((siteId) => loadSite(databaseOf({ siteId }), siteId)),
		buckets: createBuckets(limits.rate.flood),
		open: createOpenRequests(options.clock ?? Date.now),
		prompts: createExpiringCache(2_000),
		guards,
		clock: undefined,
		trustedProxies: 1,
		wakeWorker: () => undefined,
		serveScript: createServeScript(options.scripts ?? new URL('./script/', import.meta.url)),
		...options,
	};
}

/** The service as the environment describes it. */
export function readService(): Service {
	const scripts = readSetting('FEEDBACK_SCRIPT_DIR');
	const url = requireSetting('FEEDBACK_INGEST_URL');
	const size = readPoolSize();
	const keyring = readKeyring();
	const dedicated = Math.min(maxConcurrentBatches, Math.floor(size / 2));
	const sql = createPool(url, 'sdk', { size: size - dedicated });
	return createService({
		sql,
		report: createEventBatcher(
			sql,
			Array.from({ length: dedicated }, () => createPool(url, 'sdk', { size: 1 })),
		),
		keyring,
		wakeWorker: openWake(() => ({ apiUrl: readApiUrl(), keyring })),
		trustedProxies: readProxyCount(),
		...(scripts && { scripts }),
	});
}
