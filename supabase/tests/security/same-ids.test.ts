// A site beside another whose rows have the same IDs and other content, as those of visitors, events and answers may:
// visitors choose these IDs. A call about one site must neither return nor change anything of the other.
import { routes, type Route, type RouteName } from '@feedback/contract';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { oneIn } from '../../../testing/thorough.ts';
import type { EventsResponse } from '../../../contract/src/wire.ts';
import { join } from '../../functions/tests/people.ts';
import { newCaller, newEvent } from '../../functions/tests/sdk.ts';
import { openRouteInputs, type RouteInputs } from '../../functions/tests/route-inputs.ts';
import type { TestSite } from '../../functions/tests/sites.ts';
import { copySite, hashSite } from './copy-site.ts';
import { inputOf, type Input } from './http-callers.ts';

let own: RouteInputs;
let twin: TestSite;
let sql: Sql;
beforeAll(async () => {
	own = await openRouteInputs();
	sql = own.sites.sql;
	twin = await own.sites.makeSite();
	// Row-level security would hide the other site from anyone else.
	await join(sql, twin.workspace, own.people.owner, 'owner');
});
afterAll(() => own.end());

const isWrite = ({ method, readsOnly }: Route) => method !== 'GET' && !readsOnly;
const names = (Object.keys(routes) as RouteName[]).filter((name) =>
	(routes[name] as Route).path.includes('{site}'),
);
const copy = () => copySite(sql, own.site, twin);

const call = async (name: RouteName, input: Input) => {
	const { status, body } = await own.ask(own.people.owner, name, input as never);
	return { status, body: body as unknown };
};

/** What two answers have in common; undefined where they differ, such as in times. */
function common(one: unknown, other: unknown): unknown {
	if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
		return one.map((item, index) => common(item, other[index]));
	}
	if (isObject(one) && isObject(other)) {
		const keys = Object.keys(one).filter((key) => key in other);
		return Object.fromEntries(keys.map((key) => [key, common(one[key], other[key])]));
	}
	return withoutAge(one) === withoutAge(other) ? withoutAge(one) : undefined;
}

/** A second may pass between two answers: “shown 1 time, last 1 second ago”. */
function withoutAge(value: unknown): unknown {
	return typeof value === 'string' ? value.replace(/\d+ seconds? ago/g, 'just now') : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe('beside a site with the same IDs', () => {
	it('each operation that reads answers the same', async () => {
		// Files of these kinds contain the time.
		const reads = names.filter((name) => !isWrite(routes[name]) && !/(Xlsx|Parquet)$/.test(name));
		const inputs = new Map<RouteName, Input>();
		for (const name of reads) inputs.set(name, await inputOf(own, name, own.people.owner));
		const readAll = async () => {
			// Results are counted again.
			for (const parts of ['result_parts', 'filtered_parts']) {
				await sql`delete from ${sql(`app.${parts}`)} where site_id = ${own.site.id}`;
			}
			const answers = new Map<RouteName, unknown>();
			for (const [name, input] of inputs) answers.set(name, await call(name, input));
			return answers;
		};
		const [first, second] = [await readAll(), await readAll()];
		await copy();
		const third = await readAll();
		for (const name of reads) {
			const expected = common(first.get(name), second.get(name));
			expect({ name, answer: common(third.get(name), expected) }).toEqual({
				name,
				answer: expected,
			});
		}
	}, 120_000);

	const writes = names.filter((name) => isWrite(routes[name]));
	it.each(oneIn(4, writes))('%s changes nothing of the other site', async (name) => {
		const input = await inputOf(own, name, own.people.owner);
		await copy();
		const before = await hashSite(sql, twin);
		const { status } = await call(name, input);
		expect(status).toBeLessThan(500);
		expect(await hashSite(sql, twin)).toEqual(before);
	});

	it('what a visitor does changes nothing of the other site', async () => {
		const { sdk, site } = own;
		const caller = newCaller(site.siteId, sdk.clock.now);
		const report = async () => {
			const events = [newEvent('report.exported', sdk.clock.now)];
			const { body } = await sdk.post<EventsResponse>('/events', {
				...caller,
				events,
				decide: true,
			});
			const { decision } = body;
			return decision && 'display' in decision ? decision.display : undefined;
		};
		const display = await report();
		await copy();
		const before = await hashSite(sql, twin);
		const target = { site: site.siteId, display: display!.id, secret: display!.secret };
		await sdk.post('/display', { ...target, state: 'displayed' });
		await sdk.post('/answer', { ...target, seq: 1, final: false, answers: { score: 4 } });
		const answers = { score: 4, why: 'It saves me an hour' };
		await sdk.post('/answer', { ...target, seq: 2, final: true, answers });
		await report();
		expect(await hashSite(sql, twin)).toEqual(before);
		const [stored] = await sql`
			select answers from app.responses where site_id = ${site.id} and display_id = ${display!.id}`;
		expect(stored).toEqual({ answers });
	});

	it('what is due is deleted of that site only', async () => {
		const { id, workspace } = own.site;
		await sql`
			insert into app.deletions (workspace_id, site_id, kind, target_id, name, requested_by, due_at)
			values (${workspace}, ${id}, 'site', ${id}, 'Acme', ${own.people.owner.id}, now()) on conflict do nothing`;
		await copy();
		const before = await hashSite(sql, twin);
		for (let more = true; more;) {
			const [row] = await sql<[{ more: boolean }]>`
				select app.delete_due(now() + interval '8 days', 1000) as more`;
			({ more } = row);
		}
		expect(await hashSite(sql, twin)).toEqual(before);
		expect(await sql`select from app.sites where id = ${id}`).toHaveLength(0);
	});
});
