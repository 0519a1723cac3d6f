// Responses that become issues in GitHub and comments on them, against a server that checks requests as GitHub does.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { githubToken, openGithub, type TestGithub } from '../../../tests/github.ts';
import {
	dashboardUrl,
	openIssueDelivery,
	type IssueDelivery,
} from '../../../tests/issue-delivery.ts';

let github: TestGithub;
let at: IssueDelivery;

beforeAll(async () => {
	github = await openGithub();
	at = await openIssueDelivery(github, {
		kind: 'github',
		name: 'App',
		tracker: { repository: 'acme/app', labels: ['feedback'] },
		token: githubToken,
	});
});
afterAll(() => at.end());
beforeEach(async () => {
	for (const list of [github.issues, github.comments]) list.length = 0;
	await at.reset();
});

describe('a closed response', () => {
	it('becomes an issue that links back, and the response shows it', async () => {
		const response = await at.answer({ score: 2, why: 'Far too slow' });
		await at.deliver();
		const [issue] = github.issues;
		expect(issue).toMatchObject({
			title: 'After the first report: Far too slow',
			labels: ['feedback'],
		});
		const link = `${dashboardUrl}/sites/${at.place.site}/responses?response=${response}`;
		expect(issue!.body).toContain(`[Open the response](<${link}>)`);
		expect(issue!.body).toContain('```text\nFar too slow\n```');
		const [delivery] = await at.readDeliveries();
		expect(delivery).toMatchObject({
			state: 'delivered',
			issue: { key: 'acme/app#1', url: 'https://github.com/acme/app/issues/1' },
			last_attempt: { outcome: 'delivered', status: 201 },
		});
		expect(await at.listIssues({ response })).toMatchObject([
			{ id: delivery!.issue!.id, title: 'After the first report', responses: 1 },
		]);
		await at.sql`delete from app.responses where display_id = ${response}`;
		const [stored] = await at.sql<{ found: string }[]>`
			select jsonb_agg(i)::text as found from app.issues i where i.destination_id = ${at.place.destination}`;
		expect(stored!.found).not.toContain('slow');
		expect(await at.listIssues({ response })).toEqual([]);
	});

	it('names the visitor only where the destination may', async () => {
		const given = { account: 'ada@example.com', traits: { plan: 'pro-plan' } };
		await at.answer({ score: 2 }, given);
		await at.deliver();
		expect(JSON.stringify(github.issues)).not.toMatch(/ada@|pro-plan/);
		await at.sql`
			update app.destinations set include_visitor = true where id = ${at.place.destination}`;
		await at.answer({ score: 2 }, given);
		await at.deliver();
		expect(github.issues[1]!.body).toContain('`ada@example.com` · `plan: pro-plan`');
	});

	it('becomes none if only members create issues', async () => {
		await at.reset({ event_types: [] });
		await at.answer({ score: 2 });
		await at.deliver();
		expect(github.calls).toEqual([]);
	});

	it('becomes one issue, although the answer to the request was lost', async () => {
		await at.answer({ score: 2, why: 'Slow' });
		github.faults.push('interrupted');
		await at.deliver();
		expect((await at.readDeliveries())[0]).toMatchObject({ state: 'waiting', issue: null });
		await at.deliverLater();
		expect(github.issues).toHaveLength(1);
		expect((await at.readDeliveries())[0]).toMatchObject({
			state: 'delivered',
			attempts: 2,
			issue: { key: 'acme/app#1' },
		});
	});

	it('becomes an issue later if no attempt reached GitHub', async () => {
		github.issues.push({
			number: 1,
			title: 'Another',
			body: '',
			labels: [],
			created_at: new Date().toISOString(),
		});
		await at.answer({ score: 2 });
		github.faults.push({ status: 502 });
		await at.deliver();
		await at.deliverLater();
		expect((await at.readDeliveries())[0]).toMatchObject({ issue: { key: 'acme/app#2' } });
	});

	it('that is sent again stays the same issue', async () => {
		await at.answer({ score: 2 });
		await at.deliver();
		const [first] = await at.readDeliveries();
		const repeated = { ...at.place, message: first!.message };
		await at.manage.ask(at.owner, 'redeliverMessage', repeated);
		await at.deliver();
		expect(github.issues).toHaveLength(1);
		expect((await at.readDeliveries())[0]).toMatchObject({ state: 'delivered' });
	});
});

describe('an answer of GitHub', () => {
	const seconds = Math.floor(Date.now() / 1_000);
	it.each([
		[{ status: 401 }, /does not accept the token/, 'waiting', 'active'],
		[{ status: 403 }, /may not write issues in acme\/app/, 'waiting', 'active'],
		[{ status: 404 }, /sees no repository acme\/app/, 'waiting', 'active'],
		[{ status: 410 }, /switched off in acme\/app/, 'waiting', 'paused'],
		[{ status: 422 }, /refuses the content/, 'failed', 'active'],
		[{ status: 301, headers: { location: '/x' } }, /has moved/, 'waiting', 'active'],
		[{ status: 429, headers: { 'retry-after': '3600' } }, /limits how often/, 'waiting', 'active'],
		[
			{
				status: 403,
				headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(seconds + 7_200) },
			},
			/limits how often/,
			'waiting',
			'active',
		],
		[{ status: 500 }, /answered with 500/, 'waiting', 'active'],
	])('%o is explained in the log', async (reply, error, state, destination) => {
		await at.answer({ score: 2, why: 'Secret words' });
		github.faults.push({ ...reply, body: { message: 'Refused: Secret words' } });
		await at.deliver();
		const [delivery] = await at.readDeliveries();
		expect(delivery).toMatchObject({
			state,
			last_attempt: { outcome: 'rejected', status: reply.status },
		});
		expect(delivery!.last_attempt!.error).toMatch(error);
		expect(delivery!.last_attempt!.error).not.toContain('Secret');
		const stored = await at.manage.ask(at.owner, 'getDestination', at.place);
		expect(stored.body.state).toBe(destination);
		const wait = Date.parse(delivery!.next_at ?? '') - Date.now();
		if (error.source.includes('limits')) expect(wait).toBeGreaterThan(3_500_000);
		// What no attempt can deliver says nothing about the destination.
		expect(stored.body.failing_since === null).toBe(state === 'failed');
	});

	it('that accepts the request of another token is none', async () => {
		await at.reset({ event_types: ['response.closed'], token: 'github_pat_old' });
		await at.answer({ score: 2 });
		await at.deliver();
		expect((await at.readDeliveries())[0]!.last_attempt).toMatchObject({ status: 401 });
		expect(github.issues).toEqual([]);
	});
});

describe('responses that a member chooses', () => {
	/** Two responses about one theme. */
	async function answerTwice(): Promise<[string, string]> {
		const first = await at.answer({ score: 1, why: 'Exports are slow' });
		const second = await at.answer({ score: 2, why: 'Slow export again' });
		await at.sql`
			update app.destinations set event_types = '{}' where id = ${at.place.destination}`;
		await at.deliver();
		github.issues.length = 0;
		await at.sql`delete from app.issues`;
		return [first, second];
	}

	it('become an issue, and a later one of the same theme a comment on it', async () => {
		const [first, second] = await answerTwice();
		const other = await at.answer({ score: 3, why: 'Too expensive' });
		expect((await at.send(at.editor, [first], { words: true })).status).toBe(403);
		await at.send(at.editor, [other], { title: 'Price' });
		await at.send(at.owner, [first], { words: true, note: 'See @team' });
		await at.deliver();
		const issue = github.issues.find(({ title }) => title === 'Slow exports')!;
		expect(issue.body).toContain('```text\nExports are slow\n```');
		expect(issue.body).toContain('```text\nSee @team\n```');
		expect(github.issues.find(({ title }) => title === 'Price')!.body).not.toContain('expensive');

		for (const response of [first, second]) {
			const answer = { site: at.place.site, response, question: 'why' };
			await at.manage.ask(at.owner, 'updateTextAnswer', { ...answer, add_tags: ['Speed'] });
		}
		const [found] = await at.listIssues({ like: second });
		expect(found).toMatchObject({ title: 'Slow exports', tags: ['Speed'] });
		const sent = await at.send(at.owner, [second], { words: true, issue: found!.id });
		expect(sent.status).toBe(200);
		github.faults.push('interrupted');
		await at.deliver();
		await at.deliverLater();
		expect(github.issues).toHaveLength(2);
		expect(github.comments).toHaveLength(1);
		expect(github.comments[0]).toMatchObject({ issue: issue.number });
		expect(github.comments[0]!.body).toContain('Slow export again');
		expect(await at.listIssues({ response: second })).toMatchObject([
			{ id: found!.id, responses: 2 },
		]);
	});

	it('are refused for an issue of another destination', async () => {
		const [first] = await answerTwice();
		expect((await at.send(at.owner, [first], { issue: crypto.randomUUID() })).error).toMatchObject({
			code: 'not_found',
		});
	});

	it('stop if the issue no longer exists', async () => {
		const [first, second] = await answerTwice();
		await at.send(at.owner, [first]);
		await at.deliver();
		const [issue] = await at.listIssues();
		github.issues.length = 0;
		await at.send(at.owner, [second], { issue: issue!.id });
		await at.deliver();
		const [delivery] = await at.readDeliveries();
		expect(delivery).toMatchObject({ state: 'failed' });
		expect(delivery!.last_attempt!.error).toBe(`${issue!.key} no longer exists on GitHub.`);
	});
});
