import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RouteName } from '@feedback/contract';

import { waitForHorizon } from '../../../../testing/wait-for-horizon.ts';
import { thorough } from '../../../../testing/thorough.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'survey',
		questions: [
			{ id: 'id', type: 'nps', title: 'Would you recommend us?' },
			{
				id: 'parts',
				type: 'multiple_choice',
				title: 'Which parts do you use?',
				options: [
					{ value: 'api', label: 'API' },
					{ value: 'web', label: 'Web' },
				],
				other_label: 'Another',
			},
			{ id: 'back', type: 'yes_no', title: 'Will you be back?' },
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
	});
});
afterAll(() => team.end());

async function readParquet(path: string): Promise<Record<string, unknown>[]> {
	const response = await team.manage.handle(
		new Request(`http://127.0.0.1/manage/sites/${site}/${path}`, {
			headers: { authorization: `Bearer ${team.viewer.token}` },
		}),
	);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
	const file = await response.arrayBuffer();
	return parquetReadObjects({ file });
}

async function respond(answers: object, of = prompt, at = '2026-11-10T10:00:00.123Z') {
	const { sql } = team.sites;
	const id = mintUuidv7(Date.parse(at));
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		values (${site}, ${id}, ${of}, 1, 1, true, ${sql.json(answers as never)}, '{"plan":"pro"}', ${at}, ${at})`;
	return id;
}

type Shown = { of: string; state: string; answered?: boolean };

async function display({ of, state, answered = false }: Shown): Promise<string> {
	const { sql } = team.sites;
	const at = '2026-11-20T10:00:00Z';
	const [subject, id] = [crypto.randomUUID(), mintUuidv7(Date.parse(at))];
	await sql`
		insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
		values (${site}, ${subject}, ${subject}, ${at}, ${at})`;
	await sql`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state, traits, reserved_at, displayed_at, answered_at)
		values (${site}, ${id}, ${subject}, ${subject}, ${id}, ${of}, 1, ${id}, ${state}, '{"plan":"pro"}', ${at}, ${at}, ${answered ? at : null})`;
	return id;
}

describe('responses as Parquet', () => {
	it('have a typed column for each question', async () => {
		const id = await respond({ id: 9, parts: ['api', { other: 'CLI' }], back: true, why: '=1+1' });
		const other = await respond({ id: null });
		const rows = await readParquet(`responses.parquet?prompt=${prompt}`);
		const at = new Date('2026-11-10T10:00:00.123Z');
		const same = {
			survey_id: 'survey',
			revision: 1,
			variant: null,
			met_branches: null,
			created_at: at,
			updated_at: at,
			final: true,
			context: '{}',
		};
		const traits = '{"plan":"pro"}';
		expect(new Map(rows.map((row) => [row['id'], row]))).toEqual(
			new Map<string, object>([
				[
					id,
					{
						...same,
						id,
						account: null,
						answer_id: 9,
						answer_parts: ['api'],
						other_parts: 'CLI',
						answer_back: true,
						answer_why: '=1+1',
						traits,
					},
				],
				[
					other,
					{
						...same,
						id: other,
						account: null,
						answer_id: null,
						answer_parts: undefined,
						other_parts: null,
						answer_back: null,
						answer_why: null,
						traits,
					},
				],
			]),
		);
	});

	it('of all prompts have the answers in one column, even for a question that is called “other”', async () => {
		const of = await team.sites.publish(team.site.siteId, { survey_id: 'together' });
		const id = await respond({ other: 'yes' }, of, '2026-11-11T10:00:00Z');
		const rows = await readParquet('responses.parquet?since=2026-11-11T00:00:00Z');
		expect(rows).toMatchObject([{ id, answers: '{"other":"yes"}' }]);
		const csv = await team.manage.ask(team.viewer, 'exportResponses', {
			site,
			since: '2026-11-11T00:00:00Z',
		});
		expect(csv.body).toContain('"{""other"":""yes""}"');
	});

	it('are a file without rows if there are no responses', async () => {
		expect(await readParquet('responses.parquet?since=2030-01-01T00:00:00Z')).toEqual([]);
	});

	// A row group has 5,000 rows.
	it('are written in row groups, each response once', thorough, async () => {
		const many = await team.sites.publish(team.site.siteId, { survey_id: 'many' });
		await team.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${site}, app.mint_id(), ${many}, 1, 1, true, '{"score":3}', '{}', '2026-11-09', '2026-11-09'
			from generate_series(1, 6000)`;
		const rows = await readParquet(`responses.parquet?prompt=${many}`);
		expect(new Set(rows.map(({ id }) => id)).size).toBe(6_000);
		expect(rows).toHaveLength(6_000);
	});
});

describe('displays', () => {
	it('include displays that were not answered, in every format', async () => {
		const of = await team.sites.publish(team.site.siteId, { survey_id: 'shown' });
		const ignored = await display({ of, state: 'displayed' });
		const answered = await display({ of, state: 'answered', answered: true });
		const all = await readParquet(`displays.parquet?prompt=${of}`);
		const at = new Date('2026-11-20T10:00:00Z');
		expect(all.map(({ id }) => id).sort()).toEqual([ignored, answered].sort());
		const query = `prompt=${of}&answered=false`;
		const row = {
			id: ignored,
			survey_id: 'shown',
			revision: 1,
			variant: null,
			state: 'displayed',
			reserved_at: at,
			displayed_at: at,
			answered_at: null,
			dismissed_at: null,
			postponed_at: null,
			postponed_until: null,
			released_at: null,
			release_reason: null,
			account: null,
			traits: '{"plan":"pro"}',
		};
		expect(await readParquet(`displays.parquet?${query}`)).toEqual([row]);
		const input = { site, prompt: of, answered: false };
		const { body: csv, headers } = await team.manage.ask(team.viewer, 'exportDisplays', input);
		expect(headers.get('content-disposition')).toBe('attachment; filename="displays.csv"');
		expect(csv.split('\r\n')[1]).toContain(
			`${ignored},shown,1,,displayed,2026-11-20T10:00:00.000Z`,
		);
		const { body: line } = await team.manage.ask(team.viewer, 'exportDisplayLines', input);
		expect(JSON.parse(line)).toEqual({
			...row,
			prompt: of,
			reserved_at: at.toISOString(),
			displayed_at: at.toISOString(),
			traits: { plan: 'pro' },
		});
	});
});

describe('an export of a span of changes', () => {
	const exportSpan = async (span: object, name: RouteName = 'exportResponseLines') =>
		team.manage.ask(team.viewer, name, { site, ...span } as never);
	const cursor = async () => {
		await waitForHorizon(team.sites.sql);
		return (await team.manage.ask(team.viewer, 'getResponseCursor', { site })).body.cursor;
	};

	it('contains the changes between two cursors', async () => {
		const of = await team.sites.publish(team.site.siteId, { survey_id: 'spans' });
		await respond({ score: 1 }, of);
		const first = await cursor();
		const changed = await respond({ score: 2 }, of);
		const second = await cursor();
		await respond({ score: 3 }, of);
		const { body } = await exportSpan({ changed_after: first, changed_before: second });
		expect(JSON.parse(body as never)).toMatchObject({ id: changed });
		const open = await exportSpan({ changed_after: second });
		expect((open.body as unknown as string).trim().split('\n')).toHaveLength(1);
		const parquet = await readParquet(
			`responses.parquet?changed_after=${first}&changed_before=${second}`,
		);
		expect(parquet.map(({ id }) => id)).toEqual([changed]);
	});

	it('refuses a cursor that the service did not issue, and names the field', async () => {
		const { status, error } = await exportSpan({ changed_before: 'x' });
		expect([status, error.code, error.field]).toEqual([400, 'invalid_request', 'changed_before']);
	});
});
