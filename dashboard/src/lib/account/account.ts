import { readAll, type Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';
import { createContext } from 'svelte';

export type Site = RouteOutput<'listSites'>['items'][number];
export type Workspace = RouteOutput<'whoami'>['workspaces'][number] & { sites: Site[] };

/** The signed-in person, with their workspaces and sites. */
export type Account = {
	person: string;
	/** The name that the person chose. */
	name: string | null;
	email: string | null;
	/** Whether they can confirm with a passkey. */
	hasPasskey: boolean;
	workspaces: Workspace[];
};

export async function loadAccount(client: Client): Promise<Account> {
	const { person, name, email, has_passkey, workspaces } = await client.whoami();
	const withSites = workspaces.map(async (workspace) => {
		const sites = await readAll((cursor) =>
			client.listSites({ workspace: workspace.id, limit: 200, cursor }),
		);
		return { ...workspace, sites };
	});
	return {
		person,
		name,
		email,
		hasPasskey: has_passkey === true,
		workspaces: await Promise.all(withSites),
	};
}

/** Reloads the account after a change and updates it in place, so that every page shows the change. */
export async function refreshAccount(client: Client, account: Account): Promise<void> {
	Object.assign(account, await loadAccount(client));
}

/** Changes in place: destructure it only within `$derived`. */
export const [getAccount, setAccount] = createContext<Account>();

/** The workspaces without their sites with sample data, where a program has nothing to do. */
export function withoutSample(workspaces: readonly Workspace[]): Workspace[] {
	return workspaces.map((workspace) => ({
		...workspace,
		sites: workspace.sites.filter(({ sample }) => !sample),
	}));
}

/** Names of the person's sites, by UUID. */
export function getSiteNames({ workspaces }: Account): Map<string, string> {
	const sites = workspaces.flatMap((workspace) => workspace.sites);
	return new Map(sites.map(({ id, name }) => [id, name]));
}
