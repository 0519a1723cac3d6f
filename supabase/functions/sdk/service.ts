import type { Prompt } from '@feedback/contract';
import { limits, ServiceError } from '@feedback/contract';

import { readApiUrl } from '../_shared/http/api-url.ts';
import { guards, type Guards } from '../_shared/http/body.ts';
import { readSetting, requireSetting } from '../_shared/environment.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import {
	type Cells,
	createDatabaseOf,
	createFindIn,
	type DatabaseOf,
	type Locator,
	openDirectory,
} from '../_shared/databases.ts';
import type { Database } from '../../../database/database.ts';
import { openCells } from '../_shared/open-cells.ts';
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
		/** Home; without cells, the one database. */
		sql: Database;
		/** Its event batcher. */
		report?: EventBatcher;
		cells?: Cells<Reporting>;
		/** Folder of the script-tag build: a path or a file address. */
		scripts?: string | URL;
	};

/** A database, and the batcher of what is reported to it. */
export type Reporting = { sql: Database; report: EventBatcher };

export function createService({
	sql,
	report = createEventBatcher(sql),
	cells = new Map(),
	...options
}: ServiceOptions): Service {
	const home = { sql, report };
	const databases = new Map([...cells].map(([name, cell]) => [name, cell.sql]));
	const directory = openDirectory(sql, databases);
	const databaseOf = options.databaseOf ?? createDatabaseOf(sql, databases, directory);
	return {
		databaseOf,
		batcherOf: cells.size === 0 ? () => report : createBatcherOf({ home, cells }, directory),
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

/** Finds the batches of a database, which never span two. */
function createBatcherOf(
	databases: Parameters<typeof createFindIn<Reporting>>[0],
	directory: ReturnType<typeof openDirectory>,
): Service['batcherOf'] {
	const find = createFindIn<Reporting>(databases, directory);
	return (locator) => {
		const found = find(locator);
		return async (...event) => {
			try {
				return await (await found).report(...event);
			} catch (error) {
				directory.notice(locator, causeOf(error));
				throw error;
			}
		};
	};
}

/** The database's error of one that is converted already. */
function causeOf(error: unknown): unknown {
	return error instanceof ServiceError ? error.cause : error;
}

/** The service as the environment describes it. */
export function readService(): Service {
	const scripts = readSetting('FEEDBACK_SCRIPT_DIR');
	const keyring = readKeyring();
	return createService({
		...openReporting(requireSetting('FEEDBACK_INGEST_URL')),
		cells: openCells('FEEDBACK_INGEST_CELLS', openReporting),
		keyring,
		wakeWorker: openWake(() => ({ apiUrl: readApiUrl(), keyring })),
		trustedProxies: readProxyCount(),
		...(scripts && { scripts }),
	});
}

function openReporting(url: string): Reporting {
	const size = readPoolSize();
	const dedicated = Math.min(maxConcurrentBatches, Math.floor(size / 2));
	const sql = createPool(url, 'sdk', { size: size - dedicated });
	const connections = Array.from({ length: dedicated }, () => createPool(url, 'sdk', { size: 1 }));
	return { sql, report: createEventBatcher(sql, connections) };
}
