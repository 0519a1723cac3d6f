// A connection that uses grants for once, from several requests at the same moment.
import { setTimeout as wait } from 'node:timers/promises';

import type { RunningDatabase } from './start-database.ts';
import type { FrontDoor } from './front-door.ts';

export type Grants = {
	/** Each grant's site name, and how many requests were allowed. */
	readonly used: Map<string, number>;
	stop(): Promise<void>;
};

export type GrantsOptions = {
	door: FrontDoor;
	home: RunningDatabase;
	databases: ReadonlyMap<string, RunningDatabase>;
	workspaces: readonly string[];
	connection: { id: string; person: string; token: string };
	everyMs: number;
};

const requests = 4;
/** Milliseconds in which a grant that nothing could use yet is tried again. */
const patienceMs = 60_000;

/** Approves a new site in one workspace after another, and has several requests create it at once. */
export function tryGrants(options: GrantsOptions): Grants {
	const { door, home, databases, workspaces, connection, everyMs } = options;
	const used = new Map<string, number>();
	let stopped = false;
	const trying = Promise.all(workspaces.map(tryInTurn));
	return {
		used,
		async stop() {
			stopped = true;
			await trying;
		},
	};

	async function tryInTurn(workspace: string): Promise<void> {
		for (let count = 1; !stopped; count++) {
			const name = `Once ${count}`;
			if (await approve(workspace, name).catch(() => false)) await use(workspace, name);
			await wait(everyMs);
		}
	}

	async function approve(workspace: string, name: string): Promise<boolean> {
		const [place] = await home.admin<{ name: string }[]>`
			select c.name from app.placed_workspaces w join app.cells c on c.number = w.cell
			where w.id = ${workspace}`;
		const { admin } = databases.get(place!.name)!;
		await admin`
			insert into app.grants (connection_id, workspace_id, action, mode, approved_by, expires_at, site_name)
			values (${connection.id}, ${workspace}, 'site:create', 'once', ${connection.person},
				now() + interval '1 hour', ${name})`;
		return true;
	}

	async function use(workspace: string, name: string): Promise<void> {
		const until = performance.now() + patienceMs;
		const key = `${workspace} ${name}`;
		used.set(key, 0);
		do {
			const replies = await Promise.all(
				Array.from({ length: requests }, () =>
					door.send(`/functions/v1/manage/workspaces/${workspace}/sites`, {
						body: { name },
						headers: { authorization: `Bearer ${connection.token}` },
					}),
				),
			);
			const allowed = replies.filter(({ status }) => status === 200 || status === 201).length;
			used.set(key, used.get(key)! + allowed);
			// Refused: the grant was used, perhaps by a request whose response was lost.
			if (allowed > 0 || replies.some(({ status }) => status === 403)) return;
			await wait(1_000);
		} while (performance.now() < until);
	}
}
