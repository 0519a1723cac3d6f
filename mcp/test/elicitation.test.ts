// URL elicitation: the client opens the page of an approval, and the call waits for the person's decision.
import type { PromptInput } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { openEditor } from './editor.ts';
import { createPerson, type Person } from './person.ts';

let person: Person;
let pages: string[];
beforeEach(async () => {
	person = await createPerson();
	pages = [];
});

const requestOf = (page: string) => page.split('/').at(-1)!;
const creation = { name: 'Shop' };

/** A person who opens each page and decides there. */
const openingFor = (decide: (request: string) => Promise<unknown>) => (url: string) => {
	pages.push(url);
	void decide(requestOf(url));
	return Promise.resolve('accept' as const);
};

describe('a client of the newest revision that opens pages', () => {
	it('gets the result of one call once the person approved', async () => {
		const openPage = openingFor((request) => person.approve(request));
		const editor = await openEditor(person, { openPage });
		expect(await editor.read('site_create', creation)).toMatchObject({ name: 'Shop' });
		expect(pages).toHaveLength(1);
		const { state } = await person.client.getGrantRequest({ request: requestOf(pages[0]!) });
		expect(state).toBe('approved');
		await editor.close();
	});

	it('gets the reason of a denial', async () => {
		const openPage = openingFor((request) =>
			person.client.denyGrant({ request, reason: 'One site is enough.' }),
		);
		const editor = await openEditor(person, { openPage });
		const { error } = await editor.fail('site_create', creation);
		expect(error.code).toBe('approval_denied');
		expect(error.hint).toContain('“One site is enough.”');
		await editor.close();
	});

	it('gets the address in the result if the person does not want to open the page', async () => {
		const editor = await openEditor(person, { openPage: () => Promise.resolve('decline') });
		const { error, approval } = await editor.fail('site_create', creation);
		expect(error.code).toBe('approval_required');
		expect(approval!.url).toContain('/approvals/');
		await editor.close();
	});

	it('learns of changes that the person approved', async () => {
		const content: PromptInput = {
			survey_id: 'ease',
			name: 'Ease',
			questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?' }],
			trigger: { events: ['report.exported'] },
		};
		const site = person.site.id;
		const { id: prompt } = await person.client.createPrompt({ site, content });
		const openPage = openingFor(async (request) => {
			const edited = { ...content, name: 'Ease of exporting' };
			await person.client.saveRevision({ site, prompt, content: edited, base: 1 });
			const { sha256 } = await person.client.getRevision({ site, prompt, revision: 2 });
			await person.client.approveGrant({ request, mode: 'once', revision: 2, sha256 });
		});
		const editor = await openEditor(person, { openPage });
		const { error } = await editor.fail('prompt_publish', { prompt, revision: 1 });
		expect(error).toMatchObject({ code: 'approved_with_changes', details: { revision: 2 } });
		await editor.close();
	});
});

describe('a client of 2025 that opens pages', () => {
	it('gets the page as an error, and the result when it repeats the call', async () => {
		const editor = await openEditor(person, {
			generation: 'classic',
			openPage: () => Promise.resolve('accept'),
		});
		const refused = await editor.call('site_create', creation).catch((error: unknown) => error);
		const id = expect.any(String) as string;
		const url = expect.stringContaining('/approvals/') as string;
		expect(refused).toMatchObject({
			code: -32_042,
			data: { elicitations: [{ mode: 'url', elicitationId: id, url }] },
		});
		const { elicitations } = (refused as { data: { elicitations: { url: string }[] } }).data;
		const request = requestOf(elicitations[0]!.url);
		const [created] = await Promise.all([
			editor.read('site_create', creation),
			person.approve(request),
		]);
		expect(created).toMatchObject({ name: 'Shop' });
		await editor.close();
	});
});

it.each(['modern', 'classic'] as const)(
	'a %s client that opens no pages gets the address in the result, as before',
	async (generation) => {
		const editor = await openEditor(person, { generation });
		const { error, approval } = await editor.fail('site_create', creation);
		expect(error.code).toBe('approval_required');
		expect(approval!.url).toContain('/approvals/');
		await editor.close();
	},
);
