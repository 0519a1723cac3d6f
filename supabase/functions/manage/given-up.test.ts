// A request that its client gives up, through the real gateway and the real Deno. A lock makes its statement wait.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type FrontDoor, openFrontDoor } from '../tests/front-door.ts';

let door: FrontDoor;
beforeAll(async () => {
	door = await openFrontDoor();
});
afterAll(() => door.end());

async function countWaiting(): Promise<number> {
	const [counted] = await door.sites.sql<{ n: number }[]>`
		select count(*)::int as n from pg_stat_activity
		where datname = current_database() and usename = 'feedback_manage' and wait_event_type = 'Lock'`;
	return counted!.n;
}

/** Sends a request that has to wait for the table, and gives it up. Calls `work` while the table is still locked. */
async function giveUp(
	table: string,
	path: string,
	body: object | undefined,
	work: () => Promise<void>,
) {
	await door.sites.sql.begin(async (tx) => {
		await tx.unsafe(`lock table ${table} in access exclusive mode`);
		const client = new AbortController();
		const answer = fetch(`${door.apiUrl}/manage${path}`, {
			headers: { authorization: `Bearer ${door.person.token}`, 'content-type': 'application/json' },
			signal: client.signal,
			...(body && { method: 'POST', body: JSON.stringify(body) }),
		});
		await expect.poll(countWaiting).toBe(1);
		client.abort();
		await expect(answer).rejects.toThrow();
		await work();
	});
}

describe('a client that leaves', () => {
	it.each(['responses', 'prompts'])('ends the statement that reads %s for it', async (name) => {
		const path = `/sites/${door.site.id}/${name}`;
		await door.manage(path);
		await giveUp(`app.${name}`, path, undefined, async () => {
			const left = performance.now();
			await expect.poll(countWaiting).toBe(0);
			// Its own deadline is after 4 seconds.
			expect(performance.now() - left).toBeLessThan(3_000);
		});
		await door.manage(path);
	});

	it('does not end what it changes', async () => {
		const content = {
			survey_id: 'kept',
			name: 'Kept',
			questions: [{ id: 'q', type: 'nps', title: 'Q' }],
		};
		await giveUp('app.prompts', `/sites/${door.site.id}/prompts`, { content }, async () => {
			await new Promise((resolve) => setTimeout(resolve, 1_000));
			expect(await countWaiting()).toBe(1);
		});
		await expect
			.poll(async () => JSON.stringify(await door.manage(`/sites/${door.site.id}/prompts`)))
			.toContain('Kept');
	});
});
