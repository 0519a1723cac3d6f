import { limits } from '@feedback/contract';

import { readApiUrl } from '../_shared/http/api-url.ts';
import { createBuckets, type Buckets } from '../_shared/http/bucket.ts';
import { createOpenRequests, type OpenRequests } from '../_shared/http/open-requests.ts';
import { readAuthSettings } from '../_shared/caller/auth-settings.ts';
import { readSetting, requireSetting } from '../_shared/environment.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { type FileStore, noFileStore } from '../_shared/files/file-store.ts';
import { openFiles } from '../_shared/files/open-files.ts';
import { openOutgoing } from '../_shared/outgoing/open-outgoing.ts';
import type { Outgoing } from '../_shared/outgoing/outgoing.ts';
import { createPersonFinder, type FindPerson } from '../_shared/caller/person.ts';
import type { Model } from './ask/model.ts';
import { createQuestionBuckets } from './ask/question-buckets.ts';
import { readModel } from './ask/read-model.ts';
import {
	type Cells,
	createDatabaseOf,
	createFindIn,
	type DatabaseOf,
	type Locator,
	openDirectory,
} from '../_shared/databases.ts';
import { requireHere, requireReadsHere } from './require-here.ts';
import type { Database } from '../../../database/database.ts';
import { openCells } from '../_shared/open-cells.ts';
import { createPool } from '../_shared/pool.ts';
import { type ReadDatabase, readFromReplica } from '../_shared/replica.ts';
import { readProxyCount } from '../_shared/http/proxy-count.ts';
import { readKeyring } from '../_shared/secrets/read-keyring.ts';
import { openWake } from '../_shared/wake-worker.ts';
import { readSlackApp, type SlackApp } from './slack/slack-app.ts';

/** Dependencies of the `manage` function; one per instance. */
export type Service = {
	databaseOf: DatabaseOf;
	/** There are databases besides home. */
	hasCells: boolean;
	/** Where operations read that a replica may answer. */
	readsOf: (locator: Locator) => ReadDatabase;
	keyring: Keyring;
	findPerson: FindPerson;
	/** Rate limits by person or connection, and by address for routes without a sign-in. */
	buckets: Buckets;
	/** Limits of routes without a sign-in. */
	open: OpenRequests;
	/** Invalid tokens of connections, by address. */
	failures: ReturnType<typeof createBuckets>;
	/** Number of our own proxies that append to `x-forwarded-for`. */
	trustedProxies: number;
	/** Address of the functions for callers, without a trailing slash; tokens are issued for addresses below it. */
	apiUrl: string;
	/** Address of the dashboard for people, without a trailing slash. */
	dashboardUrl: string;
	/** Origins of the dashboard; pages of other origins cannot read responses. */
	origins: readonly string[];
	/** Called after a commit that may have written messages for destinations; otherwise they wait for the next poll. */
	wakeWorker: () => void;
	files: FileStore;
	/** Checks the hosts of destinations, and calls Slack. */
	outgoing: Outgoing;
	/** Without it, owners paste the URLs of Slack's webhooks. */
	slack: SlackApp | undefined;
	/** The language model that reads questions in words; undefined if the operator configured none. */
	model: Model | undefined;
	/** Limits of questions in words, by person and by site. */
	questions: { person: Buckets; site: Buckets };
	/** Milliseconds since 1970. */
	clock: () => number;
};

export type ServiceOptions = Pick<Service, 'keyring' | 'findPerson'> &
	Partial<Service> & {
		/** Home; without cells, the one database. */
		sql: Database;
		cells?: Cells<Database>;
		/** Where home reads that a replica may answer; without a replica, `sql`. */
		reads?: ReadDatabase;
	};

export function createService({
	sql,
	cells = new Map(),
	reads = sql,
	...options
}: ServiceOptions): Service {
	const directory = openDirectory(sql, cells);
	const find = createDatabaseOf(sql, cells, directory);
	const hasCells = cells.size > 0;
	const here: DatabaseOf = (locator) =>
		hasCells && locator !== 'home' ? requireHere(find(locator), locator) : find(locator);
	const databaseOf = options.databaseOf ?? here;
	const findReads = createFindIn<ReadDatabase>({ home: reads, cells }, directory);
	const dashboardUrl = options.dashboardUrl ?? 'http://127.0.0.1:54323';
	return {
		databaseOf,
		hasCells,
		readsOf: (locator) => {
			if (!hasCells) return databaseOf(locator) === sql ? reads : databaseOf(locator);
			const found = findReads(locator);
			if (found instanceof Promise) return databaseOf(locator);
			return requireReadsHere(found, locator, (error) => directory.notice(locator, error));
		},
		buckets: createBuckets(limits.management.rate),
		open: createOpenRequests(options.clock ?? Date.now),
		failures: createBuckets(limits.management.failures),
		trustedProxies: 1,
		apiUrl: 'http://127.0.0.1:54321/functions/v1',
		dashboardUrl,
		origins: listOrigins(dashboardUrl),
		wakeWorker: () => undefined,
		files: noFileStore,
		outgoing: openOutgoing(),
		slack: undefined,
		model: undefined,
		questions: createQuestionBuckets(),
		clock: Date.now,
		...options,
	};
}

/** The service as the environment describes it. */
export function readService(): Service {
	const keyring = readKeyring();
	const apiUrl = readApiUrl();
	const open = (url: string) => createPool(url, 'manage');
	const sql = open(requireSetting('FEEDBACK_MANAGE_URL'));
	const replicaUrl = readSetting('FEEDBACK_REPLICA_URL');
	return createService({
		sql,
		cells: openCells('FEEDBACK_MANAGE_CELLS', open),
		...(replicaUrl && { reads: readFromReplica(sql, createPool(replicaUrl, 'replica')) }),
		keyring,
		wakeWorker: openWake(() => ({ apiUrl, keyring })),
		files: openFiles(),
		findPerson: createPersonFinder(readAuthSettings()),
		model: readModel(),
		trustedProxies: readProxyCount(),
		apiUrl,
		slack: readSlackApp(),
		dashboardUrl: requireSetting('FEEDBACK_DASHBOARD_URL').replace(/\/+$/, ''),
	});
}

/** The dashboard's origin; for `localhost` and `127.0.0.1`, the origin with the other name too. */
export function listOrigins(url: string): string[] {
	const { origin, hostname } = new URL(url);
	if (hostname === '127.0.0.1') return [origin, origin.replace('127.0.0.1', 'localhost')];
	if (hostname === 'localhost') return [origin, origin.replace('localhost', '127.0.0.1')];
	return [origin];
}
