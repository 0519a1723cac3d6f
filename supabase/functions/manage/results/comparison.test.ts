// Compares two parts of the responses to a prompt.
import type { ComparedSide } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asCaller } from '../../_shared/caller/caller.ts';
import { createPersonFinder } from '../../_shared/caller/person.ts';
import { createPool } from '../../_shared/pool.ts';
import { anyHost } from '../../tests/outgoing.ts';
import { jwtSecret } from '../../tests/people.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';
import { createService } from '../service.ts';
import { compareResponses } from './compare-responses.ts';

describe('a comparison', () => {
	let team: TestWorkspace;
	let site: string;
	let prompt: string;

	beforeAll(async () => {
		team = await openWorkspace();
		site = team.site.id;
		prompt = await team.sites.publish(team.site.siteId, {
			survey_id: 'compared',
			questions: [
				{ id: 'nps', type: 'nps', title: 'Would you recommend us?' },
				{ id: 'stars', type: 'rating', title: 'How was it?', scale: 5 },
			],
		} as never);
		const { sql } = team.sites;
		// Pro: 60% promoters; free: 20%. Ratings hardly differ.
		await sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${site}, gen_random_uuid(), ${prompt}, 1, 1, true,
			       jsonb_build_object('nps', case when n % 10 < share then 10 else 3 end, 'stars', 4 + (n % 10 < share / 2 + 2)::int),
			       jsonb_build_object('plan', plan), at::timestamptz, at::timestamptz
			from (values ('pro', 6, '2026-11-10T12:00:00Z'), ('free', 2, '2026-11-01T12:00:00Z')) p (plan, share, at),
			     generate_series(1, 120) n`;
	});
	afterAll(() => team.end());

	const compare = (one: ComparedSide, other: ComparedSide) =>
		team.manage.ask(team.viewer, 'compareResponses', {
			site,
			prompt,
			one: JSON.stringify(one),
			other: JSON.stringify(other),
		});

	it('counts an option that nobody chose, whatever its name', async () => {
		const named = await team.sites.publish(team.site.siteId, {
			survey_id: 'named',
			questions: [
				{
					id: 'part',
					type: 'single_choice',
					title: 'Which part?',
					options: ['constructor', 'web'].map((value) => ({ value, label: value })),
				},
			],
		} as never);
		await team.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			values (${site}, gen_random_uuid(), ${named}, 1, 1, true, '{"part": "web"}', '{}', now(), now())`;
		const asked = { site, prompt: named };
		const { body } = await team.manage.ask(team.viewer, 'summarizeResponses', asked);
		expect(body.questions[0]!.shares).toMatchObject({
			constructor: { value: 0 },
			web: { value: 1 },
		});
		const { body: compared } = await team.manage.ask(team.viewer, 'compareResponses', {
			...asked,
			one: '{}',
			other: '{}',
		});
		expect(
			compared.questions[0]!.differences.map(({ choice, one }) => [choice, one.estimate?.value]),
		).toEqual([
			['constructor', 0],
			['web', 1],
		]);
	});

	// Hundreds of differences take a while: a connection that idles in a transaction for ten is closed.
	it('computes its figures once the transaction has ended', async () => {
		const sql = createPool(team.sites.manageUrl, 'manage', { size: 1 });
		const service = createService({
			sql,
			keyring: team.manage.keyring,
			findPerson: createPersonFinder({ kind: 'stand-in', secret: jwtSecret }),
			outgoing: anyHost,
		});
		const request = new Request('http://127.0.0.1', {
			headers: { authorization: `Bearer ${team.viewer.token}` },
		});
		const found = await service.findPerson(request, Date.now());
		const person = { ...found, connection: undefined };
		const sides = { one: { trait: ['plan:pro'] }, other: { trait: ['plan:free'] } };
		const compute = await asCaller(sql, person, 'read only', (tx) =>
			compareResponses.run(
				{ tx, person, service, address: null, signal: request.signal },
				{ site, prompt, ...sides },
			),
		);
		await sql.end();
		const { body } = await compare(sides.one, sides.other);
		expect((compute as () => unknown)()).toEqual(body);
	});

	it('of two segments states which is higher, and by how much', async () => {
		const { body, status } = await compare(
			{ trait: ['plan:pro'], name: 'Pro' },
			{ trait: ['plan:free'] },
		);
		expect(status).toBe(200);
		expect(body).toMatchObject({ one: 'Pro', other: 'plan:free' });
		const nps = body.questions[0]!.differences[0]!;
		expect(nps).toMatchObject({
			one: { answers: 120, estimate: { value: 20 } },
			other: { answers: 120, estimate: { value: -60 } },
			difference: { value: 80 },
			more_answers: null,
		});
		expect(nps.sentence).toMatch(/^Pro is higher by \d+ to \d+ points\.$/);
		expect(nps.difference!.low).toBeGreaterThan(30);
		const mean = body.questions[1]!.differences[0]!;
		expect(mean.sentence).toMatch(
			/^Too few answers to tell; a difference this size needs about [\d,]+ more\.$/,
		);
		expect(body.response_rate!.sentence).toBe('Pro has no displays yet.');
	});

	it('of two periods assumes no more answers for the earlier one', async () => {
		const { body } = await compare(
			{ since: '2026-11-05T00:00:00Z', until: '2026-11-12T00:00:00Z' },
			{ until: '2026-11-05T00:00:00Z' },
		);
		expect(body.other).toBe('until 2026-11-05');
		expect(body.questions[0]!.differences[0]!.one.answers).toBe(120);
		expect(body.questions[1]!.differences[0]!.sentence).toBe(
			'Too few answers to tell, or no difference.',
		);
	});

	it('of revisions without answers states that there are none', async () => {
		await team.sites.sql`
			select app.save_revision(r.site_id, r.prompt_id, r.content || '{"name":"Second"}')
			from app.revisions r where r.prompt_id = ${prompt}`;
		const { body } = await compare({ revision: 1 }, { revision: 2 });
		expect(body.questions[0]!.differences[0]).toMatchObject({
			difference: null,
			other: { answers: 0, estimate: null },
			sentence: 'revision 2 has no answers yet.',
		});
	});

	it.each([
		['no JSON', 'plan:pro', 'one'],
		['another key', '{"plan":"pro"}', 'one.plan'],
		['a trait without a value', '{"trait":["plan"]}', 'one.trait.0'],
		['a revision that is none', '{"revision":0}', 'one.revision'],
		['a day that is none', '{"since":"yesterday"}', 'one.since'],
	])('is refused for %s, with the field', async (_, one, field) => {
		const answer = await team.manage.ask(team.viewer, 'compareResponses', {
			site,
			prompt,
			one,
			other: '{}',
		});
		expect(answer.status).toBe(400);
		expect(answer.error).toMatchObject({ code: 'invalid_request' });
		expect(answer.error!.field).toBe(field);
	});

	it('of a prompt of another site is not found', async () => {
		const answer = await team.manage.ask(team.viewer, 'compareResponses', {
			site,
			prompt: crypto.randomUUID(),
			one: '{}',
			other: '{}',
		});
		expect(answer.status).toBe(404);
	});
});
