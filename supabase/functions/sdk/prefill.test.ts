// Prefilled answers: where they come from, and how they are stored and found.
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { EventsResponse } from '../../../contract/src/wire.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../tests/workspace.ts';

let team: TestWorkspace;
let sdk: TestSdk;
beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	await team.sites.publish(team.site.siteId, {
		survey_id: 'exported',
		trigger: { events: ['exported'] },
		questions: [
			{ id: 'ease', type: 'rating', title: 'How easy?' },
			{ id: 'file', type: 'short_text', title: 'Which file?', prefill_from: 'event.file' },
		],
	});
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

async function display(properties: object) {
	const { body } = await sdk.post<EventsResponse>('/events', {
		...newCaller(team.site.siteId, sdk.clock.now),
		events: [newEvent('exported', sdk.clock.now, { properties })],
		decide: true,
	});
	if (body.decision?.reason !== 'displayed') throw new Error(JSON.stringify(body));
	return body.decision.display;
}

const list = async (condition?: object) =>
	(
		await team.manage.ask(team.owner, 'listResponses', {
			site: team.site.id,
			...(condition && { condition: JSON.stringify(condition) }),
		})
	).body.items;

it('an answer is prefilled from the event, and marked where it was left', async () => {
	const shown = await display({ file: 'report.pdf' });
	expect(shown.prompt.prefill).toEqual({ file: 'report.pdf' });
	expect(JSON.stringify(shown.prompt)).not.toContain('prefill_from');
	const to = { site: team.site.siteId, display: shown.id, secret: shown.secret };
	const send = (seq: number, answers: object, prefilled?: unknown) =>
		sdk.post('/answer', { ...to, seq, final: false, answers, prefilled });
	expect((await send(1, { file: 'report.pdf' }, ['file', 'ease', 'constructor'])).status).toBe(200);
	expect(await list()).toMatchObject([{ context: { prefilled: ['file'] } }]);
	const left = { context: 'prefilled', op: 'is', value: 'file' };
	expect(await list(left)).toHaveLength(1);
	expect(await list({ context: 'prefilled', op: 'is', value: 'ease' })).toEqual([]);

	await send(2, { ease: 4, file: 'other.pdf' }, []);
	expect(await list(left)).toEqual([]);
	expect(await list({ context: 'prefilled', op: 'missing' })).toHaveLength(1);
	expect((await send(3, {}, 'file')).status).toBe(400);
});

it('nothing is stored for a prompt without prefilled answers', async () => {
	const shown = await display({ file: 7.5, other: 'x' });
	expect(shown.prompt.prefill).toEqual({ file: '7.5' });
	const plain = await display({});
	expect(plain.prompt).not.toHaveProperty('prefill');
	const to = { site: team.site.siteId, display: plain.id, secret: plain.secret };
	await sdk.post('/answer', { ...to, seq: 1, final: true, answers: { ease: 5 } });
	const items = await list({ answer: 'ease', op: 'is', value: 5 });
	expect(items[0]!.context).not.toHaveProperty('prefilled');
});
