import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mintPreviewToken } from '../_shared/secrets/preview-token.ts';
import { claimsLife } from '../_shared/secrets/signed-claims.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';
import { openSdk, newCaller, newEvent, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { ErrorResponse, EventsResponse, PreviewResponse } from '../../../contract/src/wire.ts';

let sites: TestSites;
let sdk: TestSdk;
let site: TestSite;
let prompt: string;
let maker: TestPerson;

const content = {
	survey_id: 'export-experience',
	trigger: {
		events: ['report.exported'],
		where: { property: 'format', op: 'is', value: 'pdf' } as const,
	},
	audience: { trait: 'plan', op: 'is', value: 'pro' } as const,
	timing: { delay_seconds: 3 },
	translations: { de: { questions: { score: { title: 'Wie war der Export?' } } } },
};

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = await sites.makeSite({ origins: ['https://app.example'] });
	maker = await signIn();
	await join(sites.sql, site.workspace, maker, 'editor');
	prompt = await sites.publish(site.siteId, { ...content, audience: undefined });
	// The next revision requires a plan, and is not published.
	await sites.sql`
		insert into app.revisions (site_id, prompt_id, number, content)
		select site_id, prompt_id, 2, r.content || ${sites.sql.json({ audience: content.audience })}
		from app.revisions r where prompt_id = ${prompt}`;
});
afterAll(async () => {
	await sdk.end();
	await sites.end();
});

const headers = { origin: 'https://app.example' };
const token = (revision = 2, of = site.id) =>
	mintPreviewToken(sdk.keyring, of, { prompt, revision, maker: maker.id }, sdk.clock.now);
const exported = (format = 'pdf') => ({
	event: newEvent('report.exported', sdk.clock.now, { properties: { format } }),
});
const caller = (more: object = {}) => ({
	...newCaller(site.siteId, sdk.clock.now),
	token: token(),
	...more,
});
const ask = <Body = PreviewResponse>(more: object = {}) =>
	sdk.post<Body>('/preview', caller(more), headers);
const failed = ({ rules }: PreviewResponse) =>
	rules.filter(({ passed }) => !passed).map(({ text }) => text);

/** Every row of our tables, as one text for each table. */
async function readTables(): Promise<Record<string, string>> {
	const tables = await sites.sql<{ name: string }[]>`
		select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
		where schemaname in ('app', 'app_days')`;
	const rows: Record<string, string> = {};
	for (const { name } of tables) {
		const [table] = await sites.sql<{ rows: string }[]>`
			select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as rows
			from ${sites.sql.unsafe(name)} t`;
		rows[name] = table!.rows;
	}
	return rows;
}

describe('a preview', () => {
	it('names the previewed prompt when the request has no event', async () => {
		const { status, body } = await ask();
		expect(status).toBe(200);
		expect(body).toEqual({
			shows: {
				survey_id: 'export-experience',
				name: 'export-experience',
				revision: 2,
				events: ['report.exported'],
			},
			rules: [],
			now: expect.any(Number) as number,
		});
	});

	it('draws an unpublished revision although its rules fail, and names each failed rule', async () => {
		const { body, status } = await ask(exported('csv'));
		// Nothing is created.
		expect(status).toBe(200);
		expect(body.reason).toBe('trigger_properties');
		expect(failed(body)).toEqual(['format is "pdf"; it is "csv"', 'plan is "pro"; it is missing']);
		expect(body.prompt).toMatchObject({
			revision: 2,
			language: 'de',
			questions: [{ title: 'Wie war der Export?' }, { id: 'why' }],
		});
		expect(Object.keys(body.prompt!).sort()).toEqual(
			['language', 'appearance', 'questions', 'revision', 'survey_id', 'words'].sort(),
		);
	});

	it('uses the data of identify, and reports that a visitor would have seen the prompt', async () => {
		const identify = { account: 'new-account', traits: { plan: 'pro' } };
		const { body } = await ask({ ...exported(), identify });
		expect(body.identity).toBe('reported');
		expect(body.reason).toBe('waiting');
		expect(failed(body)).toEqual([]);
		expect(body.rules.at(-1)).toEqual({
			rule: 'delay',
			passed: true,
			text: 'shown 3 seconds after the event; here at once',
		});
	});

	it('considers what the account has seen in any browser', async () => {
		const once = await sites.publish(site.siteId, {
			survey_id: 'once',
			trigger: { events: ['once.done'] },
			limits: { show: 'once' },
		});
		const identify = { account: 'seen-before' };
		const event = newEvent('once.done', sdk.clock.now);
		const seen = {
			...newCaller(site.siteId, sdk.clock.now),
			identify,
			events: [event],
			decide: true,
		};
		const shown = await sdk.post<EventsResponse>('/events', seen, headers);
		expect(shown.body.decision?.reason).toBe('displayed');
		const again = await ask({
			identify,
			event: newEvent('once.done', sdk.clock.now),
			token: mintPreviewToken(
				sdk.keyring,
				site.id,
				{ prompt: once, revision: 1, maker: maker.id },
				sdk.clock.now,
			),
		});
		expect(again.body.reason).toBe('seen_limit');
		expect(failed(again.body)).toEqual([
			expect.stringMatching(/^shown 1 time, last .* ago; show once$/),
		]);
		expect(again.body.prompt?.survey_id).toBe('once');
	});

	it('draws nothing for an event that does not trigger it', async () => {
		const { body } = await ask({ event: newEvent('page.viewed', sdk.clock.now) });
		expect(body.reason).toBe('no_prompt');
		expect(body.prompt).toBeUndefined();
		expect(failed(body)[0]).toBe('page.viewed does not trigger the prompt; report.exported does');
	});

	it('decides only about its own prompt in show(), by dates and limits', async () => {
		const { body } = await ask({ survey_id: 'export-experience' });
		expect(body.reason).toBe('displayed');
		expect(body.rules.map(({ rule }) => rule)).toEqual(['limits', 'site cooldown']);
		expect(body.prompt?.survey_id).toBe('export-experience');
		const other = (await ask({ survey_id: 'quick-poll' })).body;
		expect(other).toMatchObject({ rules: [], shows: { revision: 2 } });
		expect(other).not.toHaveProperty('prompt');
	});

	it('checks the limit per group and the budget in show()', async () => {
		const groups = await sites.publish(site.siteId, {
			survey_id: 'one-per-company',
			trigger: { events: ['company.done'] },
			limits: { show: 'always', site_limits: 'ignore', per_group: { trait: 'company', days: 30 } },
		});
		// The next revision has a budget, and is not published.
		await sites.sql`
			insert into app.revisions (site_id, prompt_id, number, content)
			select site_id, prompt_id, 2, r.content - 'limits' || '{"budget": {"displays": 1}}'
			from app.revisions r where prompt_id = ${groups}`;
		const identify = (account: string, company: string) => ({
			identify: { account, traits: { company } },
		});
		const show = async (revision: number, account: string, company: string) => {
			const given = { prompt: groups, revision, maker: maker.id };
			const { body } = await ask({
				...identify(account, company),
				survey_id: 'one-per-company',
				token: mintPreviewToken(sdk.keyring, site.id, given, sdk.clock.now),
			});
			return body.reason;
		};
		expect(await show(1, 'bo', 'acme')).toBe('displayed');
		expect(await show(2, 'bo', 'acme')).toBe('displayed');
		const shown = await sdk.post<EventsResponse>(
			'/events',
			{
				...newCaller(site.siteId, sdk.clock.now),
				...identify('al', 'acme'),
				events: [newEvent('company.done', sdk.clock.now)],
				decide: true,
			},
			headers,
		);
		expect(shown.body.decision?.reason).toBe('displayed');
		expect(await show(1, 'bo', 'acme')).toBe('group_limit');
		expect(await show(1, 'bo', 'globex')).toBe('displayed');
		expect(await show(2, 'bo', 'globex')).toBe('budget');
	});

	it('changes no row of any table', async () => {
		const visitor = caller();
		await sdk.post(
			'/events',
			{
				...newCaller(site.siteId, sdk.clock.now),
				events: [newEvent('page.viewed', sdk.clock.now)],
				decide: false,
			},
			headers,
		);
		const before = await readTables();
		expect(Object.values(before).filter(Boolean).length).toBeGreaterThan(5);
		const identify = { account: 'nobody-yet', traits: { plan: 'pro' } };
		for (const more of [
			{},
			exported(),
			{ ...exported('csv'), identify },
			{ survey_id: 'export-experience', identify },
		]) {
			expect((await sdk.post('/preview', { ...visitor, ...more }, headers)).status).toBe(200);
		}
		expect((await ask({ ...exported(), token: 'wrong' })).status).toBe(403);
		expect(await readTables()).toEqual(before);
	});
});

describe('a token', () => {
	const refused = async (more: object) => {
		const { status, body } = await ask<ErrorResponse>({ ...exported(), ...more });
		return [status, body.error?.code, body.error?.field];
	};

	it('expires after an hour', async () => {
		const made = token();
		sdk.clock.now += claimsLife - 1;
		expect((await ask({ token: made })).status).toBe(200);
		sdk.clock.now += 1;
		expect(await refused({ token: made })).toEqual([403, 'forbidden', 'token']);
	});

	it('is bound to its site, its prompt, its revision and its expiry', async () => {
		const other = await sites.makeSite();
		const good = token();
		const [until, id, revision, mark] = good.split('.') as [string, string, string, string];
		const wrong = [
			'',
			'x',
			'....',
			good.slice(0, -1),
			`${good}x`,
			`${good} `,
			token(2, other.id),
			[Number(until) + 1, id, revision, mark].join('.'),
			[until, crypto.randomUUID(), revision, mark].join('.'),
			[until, id, '1', mark].join('.'),
			// Signed with our key for another purpose.
			sdk.keyring.sign('debug', `${site.id} ${until}.${id}.${revision}`).toString(),
		];
		for (const each of wrong) {
			expect(await refused({ token: each.slice(0, 200) })).toEqual([403, 'forbidden', 'token']);
		}
	});

	it('of a deleted revision shows nothing', async () => {
		expect(await refused({ token: token(9) })).toEqual([403, 'forbidden', 'token']);
	});

	it('works on the pages of its site only', async () => {
		const { status, body } = await sdk.post<ErrorResponse>('/preview', caller(exported()), {
			origin: 'https://elsewhere.example',
		});
		expect([status, body.error.code]).toEqual([403, 'origin_not_allowed']);
	});
});
