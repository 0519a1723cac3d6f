import { readClaims } from './read-claims.ts';

const key = 'feedback-workspaces';

/** UUIDs of the workspaces that the person with this token had on the last visit in this browser. */
export function readKnownWorkspaces(token: string): string[] {
	try {
		const { person, ids } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<
			string,
			unknown
		>;
		if (person === undefined || person !== readClaims(token)['sub'] || !Array.isArray(ids))
			return [];
		return ids.filter((id) => typeof id === 'string');
	} catch {
		return [];
	}
}

export function keepKnownWorkspaces(token: string, ids: string[]): void {
	try {
		localStorage.setItem(key, JSON.stringify({ person: readClaims(token)['sub'], ids }));
	} catch {
		// Storage is blocked: the next visit waits for the account.
	}
}
