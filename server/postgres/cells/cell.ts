import type { Secrets } from '../../data/secrets.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { loginSettings } from '../database.ts';

/** A database besides home: its name, its URL as its owner, and the same URL parsed with the configured authorities. */
export type Cell = { name: string; ownerUrl: string; address: DatabaseAddress };

/** Returns the settings with which the functions connect to the cells, as `openCells` reads them; none without cells. */
export function cellSettings(
	cells: readonly Cell[],
	secrets: Pick<Secrets, 'ingest' | 'manage'>,
	caFile?: string,
): Record<string, string> {
	if (cells.length === 0) return {};
	const logins = cells.map(({ name, ownerUrl }) => ({
		name,
		...loginSettings(ownerUrl, secrets, caFile),
	}));
	return {
		FEEDBACK_INGEST_CELLS: logins
			.map((cell) => `${cell.name}=${cell.FEEDBACK_INGEST_URL}`)
			.join(' '),
		FEEDBACK_MANAGE_CELLS: logins
			.map((cell) => `${cell.name}=${cell.FEEDBACK_MANAGE_URL}`)
			.join(' '),
	};
}
