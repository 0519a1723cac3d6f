/**
 * What a transaction is about, and so which database it belongs to. Before the UUID of a site is known, its public ID or
 * the hash of a secret leads to it. A cell is named for what concerns all workspaces of a person. `home` is what no workspace owns: people, their sign-ins and their connections.
 */
export type Locator =
	| { site: string }
	| { workspace: string }
	| { siteId: string }
	| { secret: Uint8Array }
	| { cell: string }
	| 'home';

/** What the directory is asked for; nothing for home and for a cell. */
export type Sought = { site?: string; workspace?: string; siteId?: string; secret?: Uint8Array };

export function sought(locator: Locator): Sought {
	return locator === 'home' || 'cell' in locator ? {} : locator;
}
