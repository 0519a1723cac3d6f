import type { Database } from '../../../database/database.ts';
import { findOutage } from '../../../database/outage.ts';
import { createExpiringCache } from './expiring-cache.ts';
import { type Locator, sought } from './locator.ts';
import { encodeBase64url } from './secrets/base64url.ts';

type Located = Exclude<Locator, 'home' | { cell: string }>;

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

	const ask = (database: Database, located: Located) =>
		findCell(database.within({ until: performance.now() + lookUpMs }), located);

	async function askAny(located: Located): Promise<string | undefined> {
		let failure: unknown;
		if (performance.now() >= pausedUntil) {
			try {
				return await ask(home, located);
			} catch (error) {
				if (findOutage(error) === undefined) throw error;
				failure = error;
				pausedUntil = performance.now() + pauseSeconds * 1_000;
			}
		}
		for (const copy of copies) {
			try {
				return await ask(copy, located);
			} catch (error) {
				if (findOutage(error) === undefined) throw error;
				failure = error;
			}
		}
		throw failure;
	}

	async function lookUp(key: string, located: Located): Promise<string> {
		const cell = await askAny(located);
		known.set(key, cell ?? 'home', performance.now(), cell ? maxAgeMs : unknownMaxAgeMs);
		return cell ?? 'home';
	}

	function find(located: Located): string | Promise<string> {
		const key = keyOf(located);
		const cell = known.get(key, performance.now());
		if (cell !== undefined) return cell;
		let looked = pending.get(key);
		if (!looked) {
			looked = lookUp(key, located).finally(() => pending.delete(key));
			pending.set(key, looked);
		}
		return looked;
	}

	/** Looks it up again at the next request if an error says that it may have moved. */
	function notice(locator: Locator, error: unknown): void {
		if (locator === 'home' || 'cell' in locator) return;
		if ((error as { code?: unknown } | undefined)?.code === 'FB503') known.delete(keyOf(locator));
	}

	return { find, notice };
}

function keyOf(located: Located): string {
	if ('site' in located) return `site ${located.site}`;
	if ('siteId' in located) return `public ${located.siteId}`;
	if ('workspace' in located) return `workspace ${located.workspace}`;
	return `secret ${encodeBase64url(located.secret)}`;
}

async function findCell(database: Database, located: Located): Promise<string | undefined> {
	const { workspace, site, siteId, secret } = sought(located);
	const [row] = await database<{ cell: string | null }[]>`
		select app.find_cell(${workspace ?? null}::uuid, ${site ?? null}::uuid, ${siteId ?? null}, ${secret ?? null}) as cell`;
	return row!.cell ?? undefined;
}
