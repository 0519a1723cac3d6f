import type { Statements } from '../../../database/statement.ts';

/** Milliseconds after which what is missing stays missing: a request that reserves it has long ended. */
const graceMs = 10 * 60_000;

type Place = { kind: 'workspace' | 'site' | 'secret'; key: string };

/**
 * Removes from home's directory what a cell has deleted, or did not create after it was reserved. Only what was missing in
 * an earlier look, ten minutes ago or more, is removed.
 */
export function createDirectorySweep(cell: Statements, home: Statements, name: string) {
	let missingSince = new Map<string, number>();
	return async function sweep(now = Date.now()): Promise<void> {
		const found = await cell<Place[]>`select kind, key from app.list_unused_places()`;
		const keyOf = ({ kind, key }: Place) => `${kind} ${key}`;
		missingSince = new Map(
			found.map((place) => [keyOf(place), missingSince.get(keyOf(place)) ?? now]),
		);
		const due = found.filter((place) => missingSince.get(keyOf(place))! <= now - graceMs);
		if (due.length === 0) return;
		const keys = (kind: Place['kind']) =>
			due.filter((place) => place.kind === kind).map(({ key }) => key);
		await home`
			select app.remove_places(${name}, ${keys('workspace')}::uuid[], ${keys('site')}::uuid[], ${keys('secret')}::text[])`;
	};
}
