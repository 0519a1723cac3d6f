import { limits, type PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { screenshotFile } from '../_shared/files/file-store.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';
import { jpegOf, pngOf, webpOf } from '../tests/pictures.ts';
import { openScreenshots, type TestScreenshots } from '../tests/screenshots.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { EventsResponse } from '../../../contract/src/wire.ts';

const questions: PromptInput['questions'] = [
	{ id: 'problem', type: 'long_text', title: 'What went wrong?' },
	{ id: 'page', type: 'screenshot', title: 'A picture of it?' },
	{ id: 'other_page', type: 'screenshot', title: 'And of this?' },
];

let sites: TestSites;
let manage: TestManage;
let sdk: TestSdk;
let pictures: TestScreenshots;
let site: TestSite;
let owner: TestPerson;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	sdk = openSdk(sites.ingestUrl, { keyring: manage.keyring });
	pictures = openScreenshots(sites.ingestUrl, manage.keyring, { files: manage.files });
	site = await sites.makeSite();
	owner = await signIn();
	await join(sites.sql, site.workspace, owner);
	await sites.publish(site.siteId, {
		survey_id: 'bug',
		name: 'Bug report',
		trigger: { events: ['bug.met'] },
		limits: { show: 'always', site_limits: 'ignore' },
		questions,
	});
});
afterAll(async () => {
	await Promise.all([manage.end(), sdk.end(), pictures.end()]);
	await sites.end();
});

/** A display of the prompt to a new visitor. */
async function openDisplay() {
	const caller = newCaller(site.siteId, sdk.clock.now);
	const event = newEvent('bug.met', sdk.clock.now);
	const { body } = await sdk.post<EventsResponse>('/events', {
		...caller,
		identify: { account: `user-${event.id}` },
		events: [event],
		decide: true,
	});
	const { decision } = body;
	if (decision?.reason !== 'displayed') throw new Error(`The decision is ${decision?.reason}.`);
	const { id: display, secret } = decision.display;
	return { account: `user-${event.id}`, target: { site: site.siteId, display, secret } };
}

async function sendPicture(target: Awaited<ReturnType<typeof openDisplay>>['target']) {
	const { status, body } = await pictures.send({ ...target, question: 'page' }, webpOf(40, 30));
	expect(status).toBe(201);
	return body.screenshot;
}

/** A final response with a picture. */
async function answerWithPicture() {
	const { target, account } = await openDisplay();
	const screenshot = await sendPicture(target);
	const answers = { problem: 'It is blank', page: screenshot };
	const { status } = await sdk.post('/answer', { ...target, seq: 1, final: true, answers });
	expect(status).toBe(200);
	return { response: target.display, screenshot, account, file: screenshotFile(screenshot) };
}

const rowsOf = (id: string) => sites.sql`select * from app.screenshots where id = ${id}`;

describe('a picture', () => {
	it.each([
		['WebP', webpOf(640, 480), 'image/webp'],
		['PNG', pngOf(640, 480), 'image/png'],
		['JPEG', jpegOf(640, 480), 'image/jpeg'],
	])('is stored as %s by its content', async (_, picture, type) => {
		const { target } = await openDisplay();
		const file = new Blob([picture], { type: 'text/html' });
		const { status, body } = await pictures.send({ ...target, question: 'page' }, file);
		expect(status).toBe(201);
		expect(pictures.files.stored.get(screenshotFile(body.screenshot))).toEqual(picture);
		const [row] = await rowsOf(body.screenshot);
		expect(row).toMatchObject({ type, width: 640, height: 480, bytes: 64, answered: false });
	});

	it('is read by members, in a way that no browser runs anything of it', async () => {
		const { response, screenshot } = await answerWithPicture();
		const input = { site: site.id, response, screenshot };
		const { status, headers } = await manage.ask(owner, 'getScreenshot', input);
		expect(status).toBe(200);
		expect(Object.fromEntries(headers)).toMatchObject({
			'content-type': 'image/webp',
			'content-disposition': `inline; filename="page-${screenshot}.webp"`,
			'content-security-policy': "default-src 'none'; sandbox",
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
			'cross-origin-resource-policy': 'same-origin',
		});
		const { body } = await manage.ask(owner, 'getResponse', { site: site.id, response });
		const page = `/sites/${site.id}/responses?response=${response}&picture=page`;
		expect(body.answers['page']).toBe(screenshot);
		expect(body.screenshots?.['page']).toContain(page);
		const csv = await manage.ask(owner, 'exportResponses', { site: site.id, bom: false });
		expect(csv.body).toContain(page);
		const stranger = await manage.ask(await signIn(), 'getScreenshot', input);
		expect(stranger.status).toBe(404);
	});

	it('is not found while it is in no answer, or in another response', async () => {
		const { target } = await openDisplay();
		const screenshot = await sendPicture(target);
		const { response } = await answerWithPicture();
		for (const other of [target.display, response]) {
			const { error } = await manage.ask(owner, 'getScreenshot', {
				site: site.id,
				response: other,
				screenshot,
			});
			expect(error.code).toBe('not_found');
		}
	});
});

describe('an upload is refused', () => {
	it.each([
		['SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
		['HTML that begins as GIF', new TextEncoder().encode('GIF89a<script>'), 415],
		['half a PNG', pngOf(1, 1).slice(0, 12), 415],
		['a JPEG without a size', new Uint8Array(2_000_000).fill(1).fill(0xff, 0, 3), 415],
		['nothing', new Uint8Array(0), 415],
		['a picture that is too wide', pngOf(limits.screenshot.side + 1, 10), 400],
		['a file that is too large', pngOf(10, 10, limits.screenshot.bytes + 1), 413],
		['a body that is too large', pngOf(10, 10, 2_100_000), 413],
		['a text in place of a file', 'picture', 400],
		['no file', undefined, 400],
	])('with %s', async (_, picture, expected) => {
		const { target } = await openDisplay();
		const { status, error } = await pictures.send(
			{ ...target, question: 'page' },
			picture as never,
		);
		expect(status).toBe(expected);
		if (status !== 413) expect(error?.field).toBe('picture');
	});

	it('without the secret of the display, for another question, and as anything but a form', async () => {
		const { target } = await openDisplay();
		const wrong = { ...target, secret: 'x'.repeat(32), question: 'page' };
		expect((await pictures.send(wrong, webpOf(1, 1))).error?.code).toBe('wrong_secret');
		for (const question of ['problem', 'none']) {
			const { error } = await pictures.send({ ...target, question }, webpOf(1, 1));
			expect(error).toMatchObject({ code: 'invalid_request', field: 'question' });
		}
		const unknown = { ...target, site: 'site_unknown', question: 'page' };
		expect((await pictures.send(unknown, webpOf(1, 1))).status).toBe(404);
		expect((await pictures.send('{', webpOf(1, 1))).error?.code).toBe('invalid_json');
		const address = 'http://127.0.0.1/functions/v1/screenshots';
		for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
			const request = { method: 'POST', body: 'none', headers: { 'content-type': type } };
			expect((await pictures.handle(new Request(address, request))).status).toBe(400);
		}
	});

	it('once the display has as many as it may, or its response is final', async () => {
		const { target } = await openDisplay();
		for (let sent = 0; sent < limits.screenshot.perDisplay; sent++) await sendPicture(target);
		const more = await pictures.send({ ...target, question: 'page' }, webpOf(1, 1));
		expect([more.status, more.headers.get('retry-after')]).toEqual([429, '3600']);
		const { target: closed } = await openDisplay();
		await sdk.post('/answer', { ...closed, seq: 1, final: true, answers: {} });
		const late = await pictures.send({ ...closed, question: 'page' }, webpOf(1, 1));
		expect(late.error?.code).toBe('already_final');
	});

	it('from an address that sends too many', async () => {
		const { target } = await openDisplay();
		const from = { 'x-forwarded-for': '10.9.9.9' };
		const wrong = { ...target, secret: 'x'.repeat(32), question: 'page' };
		for (let sent = 0; sent < limits.screenshot.rate.burst; sent++) {
			expect((await pictures.send(wrong, webpOf(1, 1), from)).status).toBe(403);
		}
		expect((await pictures.send(wrong, webpOf(1, 1), from)).status).toBe(429);
	});

	it('and leaves no row when the file cannot be stored', async () => {
		const { target } = await openDisplay();
		pictures.files.before = () => Promise.reject(new Error('The disk is full.'));
		const { status } = await pictures.send({ ...target, question: 'page' }, webpOf(1, 1));
		pictures.files.before = undefined;
		expect(status).toBe(503);
		const rows = await sites.sql`select from app.screenshots where display_id = ${target.display}`;
		expect(rows).toHaveLength(0);
	});
});

describe('an answer', () => {
	it('counts only with a picture of its display and question', async () => {
		const [{ target }, { target: other }] = [await openDisplay(), await openDisplay()];
		const [own, foreign] = [await sendPicture(target), await sendPicture(other)];
		const send = (answers: object) =>
			sdk.post('/answer', { ...target, seq: 1, final: false, answers });
		for (const answers of [{ page: foreign }, { other_page: own }, { page: crypto.randomUUID() }]) {
			const { status, body } = await send(answers);
			expect([status, (body['error'] as { field: string }).field]).toEqual([
				400,
				`answers.${Object.keys(answers)[0]}`,
			]);
		}
		expect((await send({ page: 'no ID' })).status).toBe(422);
		expect((await send({ page: own })).status).toBe(200);
	});

	it('keeps the last picture only', async () => {
		const { target } = await openDisplay();
		const [first, second] = [await sendPicture(target), await sendPicture(target)];
		await sdk.post('/answer', { ...target, seq: 1, final: false, answers: { page: first } });
		await sdk.post('/answer', { ...target, seq: 2, final: true, answers: { page: second } });
		const rows = [...(await rowsOf(first)), ...(await rowsOf(second))];
		expect(rows.map((row) => row['answered'] as boolean)).toEqual([false, true]);
	});
});

describe('the row and the file of a picture are deleted', () => {
	const queued = async (file: string) => {
		const rows = await sites.sql`select from app.file_deletions where name = ${file}`;
		return rows.length > 0;
	};

	it('with the response', async () => {
		const { response, screenshot, file } = await answerWithPicture();
		await sites.sql`delete from app.responses where display_id = ${response}`;
		expect(await rowsOf(screenshot)).toHaveLength(0);
		expect(await queued(file)).toBe(true);
	});

	it('with the person, whose receipt counts it', async () => {
		const { screenshot, file, account } = await answerWithPicture();
		const { body } = await manage.ask(owner, 'eraseVisitor', { site: site.id, account });
		expect(body.counts).toMatchObject({ screenshots: 1, responses: 1 });
		expect(await rowsOf(screenshot)).toHaveLength(0);
		expect(await queued(file)).toBe(true);
	});

	it('once a deletion by filter cannot be undone any more', async () => {
		const { response, screenshot, file, account } = await answerWithPicture();
		const remove = async () => {
			const asked = { site: site.id, account, count: 1 };
			const { body } = await manage.ask(owner, 'deleteResponses', asked);
			return body.id;
		};
		const read = async () => {
			const input = { site: site.id, response, screenshot };
			return (await manage.ask(owner, 'getScreenshot', input)).status;
		};
		const undone = await remove();
		expect([await read(), await queued(file)]).toEqual([404, false]);
		await manage.ask(owner, 'undoDeletion', { workspace: site.workspace, deletion: undone });
		expect(await read()).toBe(200);
		const due = await remove();
		await sites.sql`update app.deletions set due_at = now() where id = ${due}`;
		await sites.sql`select app.maintain('deletions')`;
		expect([await rowsOf(screenshot), await queued(file)]).toEqual([[], true]);
	});

	it('after a day without an answer', async () => {
		const { target } = await openDisplay();
		const [old, fresh] = [await sendPicture(target), await sendPicture(target)];
		const { screenshot: answered } = await answerWithPicture();
		await sites.sql`
			update app.screenshots set stored_at = stored_at - interval '25 hours'
			where id in ${sites.sql([old, answered])}`;
		await sites.sql`select app.maintain('app.screenshots')`;
		expect(await queued(screenshotFile(old))).toBe(true);
		expect([await rowsOf(fresh), await rowsOf(answered)]).toMatchObject([[{}], [{}]]);
	});
});
