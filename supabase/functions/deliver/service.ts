import { readApiUrl } from '../_shared/http/api-url.ts';
import { readSetting, requireSetting } from '../_shared/environment.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { type FileStore, noFileStore } from '../_shared/files/file-store.ts';
import { openFiles } from '../_shared/files/open-files.ts';
import { openOutgoing } from '../_shared/outgoing/open-outgoing.ts';
import type { Outgoing } from '../_shared/outgoing/outgoing.ts';
import type { Database } from '../../../database/database.ts';
import type { Cells } from '../_shared/databases.ts';
import { openCells } from '../_shared/open-cells.ts';
import { createPool } from '../_shared/pool.ts';
import { readKeyring } from '../_shared/secrets/read-keyring.ts';
import type { MailSender } from './email/mail-sender.ts';
import { readMailSender } from './email/read-mail-sender.ts';

/** Dependencies of the `deliver` function; one per instance. */
export type Service = {
	/** The database whose messages it sends: a worker serves all sites of one. */
	sql: Database;
	/** The other databases, for the worker of home; undefined for that of a cell. */
	cells: Cells<Database> | undefined;
	keyring: Keyring;
	outgoing: Outgoing;
	/** The mail server or mail API; undefined if none is configured. */
	mail: MailSender | undefined;
	files: FileStore;
	/** Address of the functions for callers, without a trailing slash. */
	apiUrl: string;
	/** Address of the dashboard for people, without a trailing slash. */
	dashboardUrl: string;
	/** Tokens with which the database wakes the worker, besides the token of the other functions. */
	wakeTokens: readonly string[];
	/** Milliseconds since 1970. If omitted, the database's clock is used. */
	clock: (() => number) | undefined;
};

export type ServiceOptions = Pick<Service, 'sql' | 'keyring' | 'outgoing'> & Partial<Service>;

export function createService(options: ServiceOptions): Service {
	return {
		cells: new Map(),
		mail: undefined,
		files: noFileStore,
		apiUrl: 'http://127.0.0.1:54321/functions/v1',
		dashboardUrl: 'http://127.0.0.1:54323',
		wakeTokens: [],
		clock: undefined,
		...options,
	};
}

/** The service as the environment describes it. */
export function readService(): Service {
	const outgoing = openOutgoing();
	const open = (url: string) => createPool(url, 'deliver', { size: 4 });
	return createService({
		sql: open(requireSetting('FEEDBACK_MANAGE_URL')),
		cells: openCells('FEEDBACK_MANAGE_CELLS', open),
		keyring: readKeyring(),
		outgoing,
		mail: readMailSender(outgoing),
		files: openFiles(),
		apiUrl: readApiUrl(),
		wakeTokens: [readSetting('FEEDBACK_WAKE_TOKEN')].filter((token) => token !== undefined),
		dashboardUrl: requireSetting('FEEDBACK_DASHBOARD_URL').replace(/\/+$/, ''),
	});
}
