import type { Database } from '../../../database/database.ts';
import { findOutage } from '../../../database/outage.ts';
import { createExpiringCache } from './expiring-cache.ts';
import type { Locator } from './locator.ts';
import { encodeBase64url } from './secrets/base64url.ts';

type Sought = Exclude<Locator, 'home' | { cell: string }>;

export type DirectoryOptions = {
	/** Milliseconds that a database may take to look something up. */
	lookUpMs: number;
	/** Seconds for which home is not asked after it was down. */
	pauseSeconds: number;
};

const maxAgeMs = 60_000;
const unknownMaxAgeMs = 5_000;

/**
 * The name of the cell that has a site, a workspace or a secret, and `home` for what is not known. Home has the
 * directory; while it is down, the copies in the cells answer. Remembered for as long as sites are; concurrent calls share
 * one look-up.
 */
export function createDirectory(
	home: Database,
	copies: readonly Database[],
	{ lookUpMs, pauseSeconds }: DirectoryOptions,
) {
	const known = createExpiringCache<string>(20_000);
	const pending = new Map<string, Promise<string>>();
	let pausedUntil = 0;

	const ask = (database: Database, sought: Sought) =>
		findCell(database.within({ until: performance.now() + lookUpMs }), sought);

	async function askAny(sought: Sought): Promise<string | undefined> {
		let failure: unknown;
		if (performance.now() >= pausedUntil) {
			try {
				return await ask(home, sought);
			} catch (error) {
				if (findOutage(error) === undefined) throw error;
				failure = error;
				pausedUntil = performance.now() + pauseSeconds * 1_000;
			}
		}
		for (const copy of copies) {
			try {
				return await ask(copy, sought);
			} catch (error) {
				if (findOutage(error) === undefined) throw error;
				failure = error;
			}
		}
		throw failure;
	}

	async function lookUp(key: string, sought: Sought): Promise<string> {
		const cell = await askAny(sought);
		known.set(key, cell ?? 'home', performance.now(), cell ? maxAgeMs : unknownMaxAgeMs);
		return cell ?? 'home';
	}

	return function find(sought: Sought): string | Promise<string> {
		const key = keyOf(sought);
		const cell = known.get(key, performance.now());
		if (cell !== undefined) return cell;
		let looked = pending.get(key);
		if (!looked) {
			looked = lookUp(key, sought).finally(() => pending.delete(key));
			pending.set(key, looked);
		}
		return looked;
	};
}

function keyOf(sought: Sought): string {
	if ('site' in sought) return `site ${sought.site}`;
	if ('siteId' in sought) return `public ${sought.siteId}`;
	if ('workspace' in sought) return `workspace ${sought.workspace}`;
	return `secret ${encodeBase64url(sought.secret)}`;
}

async function findCell(database: Database, sought: Sought): Promise<string | undefined> {
	const { workspace, site, siteId, secret }: Partial<Record<string, string | Uint8Array>> = sought;
	const [row] = await database<{ cell: string | null }[]>`
		select app.find_cell(${workspace ?? null}::uuid, ${site ?? null}::uuid, ${siteId ?? null}, ${secret ?? null}) as cell`;
	return row!.cell ?? undefined;
}
