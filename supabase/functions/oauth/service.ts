import { createBuckets, type Buckets } from '../_shared/http/bucket.ts';
import { createOpenRequests, type OpenRequests } from '../_shared/http/open-requests.ts';
import { readApiUrl } from '../_shared/http/api-url.ts';
import { readCount, readSetting, requireSetting } from '../_shared/environment.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { openPublicOutgoing } from '../_shared/outgoing/open-outgoing.ts';
import type { Outgoing } from '../_shared/outgoing/outgoing.ts';
import type { Database } from '../../../database/database.ts';
import type { Cells } from '../_shared/databases.ts';
import { openCells } from '../_shared/open-cells.ts';
import { createPool } from '../_shared/pool.ts';
import { readProxyCount } from '../_shared/http/proxy-count.ts';
import { readKeyring } from '../_shared/secrets/read-keyring.ts';

/** Dependencies of the `oauth` function; one per instance. */
export type Service = {
	/** The database of people and their connections. */
	home: Database;
	/** Databases besides home, where chosen sites may be. */
	cells: Cells<Database>;
	keyring: Keyring;
	/** Rate limits by address. */
	buckets: Buckets;
	/** Limits of what requests cost, by address. */
	open: OpenRequests;
	/** Number of our own proxies that append to `x-forwarded-for`. */
	trustedProxies: number;
	/** Address of the functions for callers; tokens are bound to addresses below it. */
	apiUrl: string;
	/** Address of the dashboard for people, without a trailing slash. */
	dashboardUrl: string;
	/** Fetches client documents, from public addresses only; undefined if they are not fetched, as on a machine without internet. */
	outgoing: Outgoing | undefined;
	/** Header in which the platform sends the caller's country. */
	regionHeader: string | undefined;
	/** Milliseconds since 1970. */
	clock: () => number;
};

export type ServiceOptions = Pick<Service, 'home' | 'keyring'> & Partial<Service>;

export function createService(options: ServiceOptions): Service {
	return {
		cells: new Map(),
		buckets: createBuckets({ perSecond: 5, burst: 100 }),
		open: createOpenRequests(options.clock ?? Date.now),
		trustedProxies: 1,
		apiUrl: 'http://127.0.0.1:54321/functions/v1',
		dashboardUrl: 'http://127.0.0.1:54323',
		outgoing: undefined,
		regionHeader: undefined,
		clock: Date.now,
		...options,
	};
}

/** The service as the environment describes it. */
export function readService(): Service {
	return createService({
		home: createPool(requireSetting('FEEDBACK_MANAGE_URL'), 'oauth'),
		cells: openCells('FEEDBACK_MANAGE_CELLS', (url) => createPool(url, 'oauth', { size: 1 })),
		keyring: readKeyring(),
		trustedProxies: readProxyCount(),
		apiUrl: readApiUrl(),
		dashboardUrl: requireSetting('FEEDBACK_DASHBOARD_URL').replace(/\/+$/, ''),
		outgoing: readCount('FEEDBACK_CLIENT_DOCUMENTS', 0, 1) === 1 ? openPublicOutgoing() : undefined,
		regionHeader: readSetting('FEEDBACK_REGION_HEADER'),
	});
}
