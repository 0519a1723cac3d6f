import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Values } from '@feedback/contract/wire';

import { testDate } from './cluster.ts';
import { report } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);

beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

const is = (property: string, value: string | number | boolean) =>
	({ property, op: 'is', value }) as const;

/** Creates a site with a prompt for each trigger. */
async function publish(wheres: Record<string, object>) {
	const { id } = await createSite(database.admin);
	const prompts: Record<string, string> = {};
	for (const [survey_id, where] of Object.entries(wheres)) {
		const trigger = { events: ['created'], where };
		prompts[survey_id] = (await publishPrompt(database.admin, id, { survey_id, trigger })).id;
	}
	return {
		id,
		prompts,
		async findDisplayed(properties: Values) {
			const { decided } = await report(
				database.ingest,
				newVisit(id, { now }),
				'created',
				properties,
			);
			return decided?.reason === 'displayed' ? decided.reserved.content.survey_id : decided?.reason;
		},
		async indexValues() {
			const [name] = await database.admin`
				select index_property from app.event_names where site_id = ${id} and name = 'created'`;
			const candidates = await database.admin`
				select p.survey_id, c.index_value from app.candidates c join app.prompts p on p.site_id = c.site_id and p.id = c.prompt_id
				where c.site_id = ${id} and c.event_name = 'created'`;
			return {
				property: name!['index_property'] as string | null,
				candidates: Object.fromEntries(
					candidates.map((row) => [row['survey_id'], row['index_value']]),
				),
			};
		},
	};
}

it('finds prompts by the required value of a property, and those that require none', async () => {
	const site = await publish({
		pdf: { all: [is('format', 'pdf'), { property: 'pages', op: 'at_least', value: 1 }] },
		csv: is('format', 'csv'),
		draft: is('draft', true),
		either: { any: [is('format', 'txt'), is('format', 'md')] },
	});
	expect(await site.indexValues()).toEqual({
		property: 'format',
		candidates: { pdf: 'pdf', csv: 'csv', draft: '', either: '' },
	});
	expect(await site.findDisplayed({ format: 'pdf', pages: 2 })).toBe('pdf');
	expect(await site.findDisplayed({ format: 'pdf', pages: 0 })).toBe('trigger_properties');
	expect(await site.findDisplayed({ format: 'csv' })).toBe('csv');
	expect(await site.findDisplayed({ format: 'xls', draft: true })).toBe('draft');
	expect(await site.findDisplayed({ draft: true })).toBe('draft');
	expect(await site.findDisplayed({ format: 'md' })).toBe('either');
	expect(await site.findDisplayed({})).toBe('trigger_properties');
});

it('distinguishes numbers, booleans and the empty text from texts that look alike', async () => {
	const site = await publish({ one: is('n', 1), empty: is('text', ''), truth: is('flag', true) });
	expect(await site.findDisplayed({ n: 1.0 })).toBe('one');
	expect(await site.findDisplayed({ text: '' })).toBe('empty');
	expect(await site.findDisplayed({ flag: 'true' })).toBe('trigger_properties');
	expect(await site.findDisplayed({ flag: true })).toBe('truth');
});

it('finds a prompt whose value is too long for an index', async () => {
	const long = 'x'.repeat(600);
	const site = await publish({ long: is('text', long), short: is('text', 'y') });
	expect((await site.indexValues()).candidates).toEqual({ long: '', short: 'y' });
	expect(await site.findDisplayed({ text: long })).toBe('long');
	expect(await site.findDisplayed({ text: 'y' })).toBe('short');
});

it('chooses another property once no prompt requires the previous one', async () => {
	const site = await publish({ pdf: is('format', 'pdf'), draft: is('draft', true) });
	await database.admin`update app.prompts set state = 'paused' where id = ${site.prompts['pdf']!}`;
	expect(await site.indexValues()).toEqual({ property: null, candidates: { draft: '' } });
	expect(await site.findDisplayed({ draft: true })).toBe('draft');
	await publishPrompt(database.admin, site.id, {
		survey_id: 'big',
		trigger: { events: ['created'], where: is('size', 'big') },
	});
	expect(await site.indexValues()).toEqual({
		property: 'size',
		candidates: { draft: '', big: 'big' },
	});
	expect(await site.findDisplayed({ size: 'big' })).toBe('big');
	expect(await site.findDisplayed({ size: 'small', draft: true })).toBe('draft');
});
