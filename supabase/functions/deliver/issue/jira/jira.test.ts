// Responses that become issues in Jira and comments on them, against a server that checks requests as Jira does.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
	dashboardUrl,
	openIssueDelivery,
	type IssueDelivery,
} from '../../../tests/issue-delivery.ts';
import { jiraSite, jiraToken, jiraUser, openJira, type TestJira } from '../../../tests/jira.ts';

let jira: TestJira;
let at: IssueDelivery;
const tracker = { site: jiraSite, project: 'ENG', issue_type: 'Bug', user: jiraUser };

beforeAll(async () => {
	jira = await openJira();
	at = await openIssueDelivery(jira, {
		kind: 'jira',
		name: 'Engineering',
		tracker: { ...tracker, labels: ['feedback'] },
		token: jiraToken,
	});
});
afterAll(() => at.end());
beforeEach(async () => {
	for (const list of [jira.issues, jira.comments]) list.length = 0;
	jira.index.isCurrent = true;
	await at.reset();
});

it('a response becomes an issue, in which its words are text and nothing else', async () => {
	const why =
		'[~ada] @team {code}x{code} ![](https://evil.example/x.png)\n\n<b>https://evil.example</b>';
	const response = await at.answer({ score: 2, why });
	await at.deliver();
	const [issue] = jira.issues;
	expect(issue!.summary).toMatch(/^After the first report: /);
	expect(issue!.labels).toEqual(['feedback', expect.stringMatching(/^feedback-[0-9a-f-]{36}$/)]);
	const quoted = issue!.description.content.findLast(({ type }) => type === 'blockquote');
	expect(quoted).toMatchObject({
		content: [
			{ content: [{ type: 'text', text: why.split('\n')[0] }] },
			{ content: [] },
			{ content: [{ type: 'text', text: '<b>https://evil.example</b>' }] },
		],
	});
	const hrefs = JSON.stringify(issue!.description).match(/"href":"[^"]+"/g) ?? [];
	for (const href of hrefs) expect(href).toContain(dashboardUrl);
	expect(hrefs.join()).toContain(`response=${response}`);
	expect(await at.listIssues({ response })).toMatchObject([
		{ key: 'ENG-1', url: `${jiraSite}/browse/ENG-1` },
	]);
});

it('a lost answer makes no second issue, and the search has time to find the first', async () => {
	await at.answer({ score: 2, why: 'Slow' });
	jira.faults.push('interrupted');
	await at.deliver();
	const [waiting] = await at.readDeliveries();
	expect(Date.parse(waiting!.next_at!) - Date.now()).toBeGreaterThan(50_000);
	await at.deliverLater();
	expect(jira.issues).toHaveLength(1);
	expect((await at.readDeliveries())[0]).toMatchObject({
		state: 'delivered',
		issue: { key: 'ENG-1' },
	});
});

it('a later response becomes one comment', async () => {
	const first = await at.answer({ score: 2, why: 'Slow' });
	await at.deliver();
	const [issue] = await at.listIssues({ response: first });
	const second = await at.answer({ score: 1, why: 'Slow again' });
	await at.sql`update app.destinations set event_types = '{}' where id = ${at.place.destination}`;
	await at.send(at.owner, [second], { words: true, issue: issue!.id, note: 'Again' });
	jira.faults.push('interrupted');
	await at.deliver();
	await at.deliverLater();
	expect(jira.comments).toMatchObject([{ issue: 'ENG-1' }]);
	expect(JSON.stringify(jira.comments[0]!.body)).toContain('Slow again');
});

describe('an answer of Jira', () => {
	it.each([
		[
			{ status: 400, body: { errorMessages: [], errors: { customfield_10010: 'Secret words' } } },
			/does not accept customfield_10010/,
			'waiting',
		],
		[{ status: 401 }, /does not accept the account/, 'waiting'],
		[{ status: 403 }, /needs the permissions/, 'waiting'],
		[{ status: 404 }, /no Jira at this address/, 'waiting'],
		[{ status: 422 }, /refuses the content/, 'failed'],
		[{ status: 429, headers: { 'retry-after': '3600' } }, /limits how often/, 'waiting'],
		[{ status: 503 }, /answered with 503/, 'waiting'],
	])('%o is explained in the log', async (reply, error, state) => {
		await at.answer({ score: 2, why: 'Secret words' });
		jira.faults.push(reply);
		await at.deliver();
		const [delivery] = await at.readDeliveries();
		expect(delivery).toMatchObject({ state, last_attempt: { status: reply.status } });
		expect(delivery!.last_attempt!.error).toMatch(error);
		expect(delivery!.last_attempt!.error).not.toContain('Secret');
		const wait = Date.parse(delivery!.next_at ?? '') - Date.now();
		if (error.source.includes('limits')) expect(wait).toBeGreaterThan(3_500_000);
	});
});

it('the stored token is not sent to another host', async () => {
	const change = { ...at.place, tracker: { ...tracker, site: 'https://evil.example' } };
	expect(await at.manage.ask(at.owner, 'updateDestination', change)).toMatchObject({
		status: 400,
		error: { code: 'invalid_request', field: 'token' },
	});
});

it.each([
	'http://acme.atlassian.net',
	'https://acme.atlassian.net/jira',
	'https://a:b@acme.example',
])('%s is no address of a Jira', async (site) => {
	const change = { ...at.place, tracker: { ...tracker, site }, token: jiraToken };
	expect(await at.manage.ask(at.owner, 'updateDestination', change)).toMatchObject({
		status: 400,
		error: { field: 'tracker.site' },
	});
});

it.each(['https://127.0.0.1', 'https://10.0.0.1:8080', 'https://169.254.169.254'])(
	'%s is refused: it is no public address',
	async (site) => {
		const change = { ...at.place, tracker: { ...tracker, site }, token: jiraToken };
		expect(await at.manage.ask(at.owner, 'updateDestination', change)).toMatchObject({
			status: 400,
			error: { field: 'tracker.site', message: expect.stringContaining('public') as string },
		});
	},
);
