import { readApiUrl } from '../_shared/api-url.ts';
import { readSetting, requireSetting } from '../_shared/environment.ts';
import type { Keyring } from '../_shared/keyring.ts';
import { openOutgoing } from '../_shared/outgoing/open-outgoing.ts';
import type { Outgoing } from '../_shared/outgoing/outgoing.ts';
import { createPool, type Database } from '../_shared/pool.ts';
import { readKeyring } from '../_shared/read-keyring.ts';
import type { MailSender } from './email/mail-sender.ts';
import { readMailSender } from './email/read-mail-sender.ts';

/** What the `deliver` function works with; one for each instance. */
export type Service = {
	sql: Database;
	keyring: Keyring;
	outgoing: Outgoing;
	/** The mail server or mail API; undefined where there is none. */
	mail: MailSender | undefined;
	/** Where callers reach the functions, without a slash at the end. */
	apiUrl: string;
	/** Where people find the dashboard, without a slash at the end. */
	dashboardUrl: string;
	/** What the database sends to wake the worker, beside the token of the other functions. */
	wakeTokens: readonly string[];
	/** Milliseconds since 1970. Left out, the database's clock decides. */
	clock: (() => number) | undefined;
};

export type ServiceOptions = Pick<Service, 'sql' | 'keyring' | 'outgoing'> & Partial<Service>;

export function createService(options: ServiceOptions): Service {
	return {
		mail: undefined,
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
	return createService({
		sql: createPool(requireSetting('FEEDBACK_MANAGE_URL'), 'deliver', { size: 4 }),
		keyring: readKeyring(),
		outgoing,
		mail: readMailSender(outgoing),
		apiUrl: readApiUrl(),
		wakeTokens: [readSetting('FEEDBACK_WAKE_TOKEN')].filter((token) => token !== undefined),
		dashboardUrl: requireSetting('FEEDBACK_DASHBOARD_URL').replace(/\/+$/, ''),
	});
}
