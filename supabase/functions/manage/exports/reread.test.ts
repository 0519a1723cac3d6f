// Every cell of exports, as independent readers see it.
import { promptSchema, type Prompt } from '@feedback/contract';
import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { csvReaders, removeApostrophes } from '../../tests/read-csv.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';

const at = new Date('2026-11-10T10:00:00.123Z');
const options = ['slow', 'ugly', 'a.b:c-d'];

// The IDs are those of other columns.
const questions: Prompt['questions'] = promptSchema.shape.questions.parse([
	{ id: 'id', type: 'nps', title: '=1+1' },
	{ id: 'account', type: 'long_text', title: 'Why?' },
	{
		id: 'final',
		type: 'single_choice',
		title: 'Which?',
		options: options.map((value) => ({ value, label: `Label of ${value}` })),
		other_label: 'Another',
	},
	{
		id: 'traits',
		type: 'multiple_choice',
		title: 'Which of them?',
		options: options.map((value) => ({ value, label: value })),
		other_label: 'Others',
	},
	{ id: 'other_traits', type: 'yes_no', title: 'Again?' },
	{ id: 'answers', type: 'rating', title: 'How easy?' },
]);

const words = fc
	.string({
		unit: fc.constantFrom(
			...['=', '+', '-', '@', ';', '\t', '"', ',', '\r', '\n', ' ', "'", 'a', '＝', 'ß', '<', '&'],
			...['_x000D_', '"]', '😀', '\u00a0', '\u2028', '\u0001'],
		),
		minLength: 1,
		maxLength: 10,
	})
	.filter((text) => text.trim() !== '');
const other = fc.record({ other: words });
const response = fc.record({
	answers: fc.record(
		{
			id: fc.integer({ min: 0, max: 10 }),
			account: words,
			final: fc.oneof(fc.constantFrom(...options), other),
			traits: fc
				.tuple(fc.subarray(options), fc.option(other, { nil: undefined }))
				.map(([chosen, more]) => (more ? [...chosen, more] : chosen)),
			other_traits: fc.boolean(),
			answers: fc.constantFrom(1, 5),
		},
		{ requiredKeys: [] },
	),
	traits: fc.dictionary(fc.constantFrom('plan', 'name'), words),
	account: fc.option(words, { nil: null }),
	isFinal: fc.boolean(),
});
type Given = typeof response extends fc.Arbitrary<infer Value> ? Value : never;

let team: TestWorkspace;
let site: string;
let prompt: string;
/** By ID. */
const given = new Map<string, Given>();

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, { survey_id: 'cells', questions });
	const { sql } = team.sites;
	for (const one of fc.sample(response, { numRuns: 150, seed: 20_261_128 })) {
		const [id, subject] = [mintUuidv7(+at), crypto.randomUUID()];
		given.set(id, one);
		await sql`
			insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
			values (${site}, ${subject}, ${one.account === null ? null : `${given.size}${one.account}`}, ${subject}, ${at}, ${at})`;
		await sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, seq, final, answers, traits, created_at, updated_at)
			values (${site}, ${id}, ${prompt}, 1, ${subject}, 1, ${one.isFinal}, ${sql.json(one.answers as never)}, ${sql.json(one.traits as never)}, ${at}, ${at})`;
	}
});
afterAll(() => team.end());

async function download(path: string): Promise<Response> {
	const response = await team.manage.handle(
		new Request(`http://127.0.0.1/manage/sites/${site}/${path}`, {
			headers: { authorization: `Bearer ${team.viewer.token}` },
		}),
	);
	expect(response.status).toBe(200);
	return response;
}

/** The cells of a response: of a row with this number, in an export of its prompt. */
function describeCells({ answers, traits, isFinal }: Given) {
	const isOther = (choice: unknown): choice is { other: string } => typeof choice === 'object';
	const several = answers.traits?.filter((choice) => !isOther(choice));
	return {
		survey_id: 'cells',
		revision: 1,
		variant: null,
		met_branches: null,
		created_at: at,
		updated_at: at,
		final: isFinal,
		answer_id: answers.id ?? null,
		answer_account: answers.account ?? null,
		answer_final: isOther(answers.final) ? null : (answers.final ?? null),
		other_final: isOther(answers.final) ? answers.final.other : null,
		answer_traits: several ? JSON.stringify(several) : null,
		other_traits: answers.traits?.find(isOther)?.other ?? null,
		answer_other_traits: answers.other_traits ?? null,
		answer_answers: answers.answers ?? null,
		context: '{}',
		traits: JSON.stringify(
			Object.fromEntries(Object.entries(traits).sort(([one], [two]) => two.length - one.length)),
		),
	};
}

type Cell = string | number | boolean | Date | null;

/** Compares every cell of a table with what was stored. */
function compareTable(
	[heading, ...rows]: Cell[][],
	write: (value: Cell) => Cell,
	read: (cell: Cell) => Cell,
): void {
	expect(new Set(heading).size).toBe(heading!.length);
	expect(rows).toHaveLength(given.size);
	for (const cells of rows) {
		const { id, account, traits, ...found } = Object.fromEntries(
			heading!.map((name, place) => [name, read(cells[place] ?? null)]),
		);
		const stored = given.get(String(id))!;
		const { traits: expected, ...others } = describeCells(stored);
		expect(found).toEqual(
			Object.fromEntries(Object.entries(others).map(([name, value]) => [name, write(value)])),
		);
		expect(JSON.parse(String(traits))).toEqual(JSON.parse(expected));
		if (stored.account === null) expect(account).toBe(write(null));
		else expect(String(account).replace(/^\d+/, '')).toBe(stored.account);
	}
}

describe.each(Object.entries(csvReaders))('CSV in %s', (_, parse) => {
	const write = (value: Cell) => (value instanceof Date ? value.toISOString() : `${value ?? ''}`);
	const read = (cell: Cell) => removeApostrophes(`${cell ?? ''}`);

	it('has every cell as it was stored', async () => {
		const text = await (await download(`responses.csv?prompt=${prompt}`)).text();
		const table = parse(text).filter((cells) => cells.length > 1);
		compareTable(table, write, read);
	});

	it('has the answers of all prompts as JSON', async () => {
		const text = await (await download('responses.csv')).text();
		const [heading, ...rows] = parse(text).filter((cells) => cells.length > 1);
		for (const cells of rows) {
			const row = Object.fromEntries(heading!.map((name, place) => [name, read(cells[place]!)]));
			expect(JSON.parse(String(row['answers']))).toEqual(given.get(String(row['id']))!.answers);
		}
	});
});

describe('XLSX', () => {
	const readSheets = async (path: string) =>
		readXlsxFile(Buffer.from(await (await download(path)).arrayBuffer()), { trim: false });

	it('has every cell as it was stored, with its type', async () => {
		const [responses, list] = await readSheets(`responses.xlsx?prompt=${prompt}`);
		// The reader cuts a time, which is a fraction of a day, to milliseconds.
		const round = (value: Cell) => (value instanceof Date ? Math.round(+value / 10) : value);
		compareTable(responses!.data as Cell[][], round, round);
		expect(list!.sheet).toBe('Questions');
		const [heading, ...rows] = list!.data;
		const asked = rows.map((cells) =>
			Object.fromEntries(heading!.map((name, place) => [name, cells[place]])),
		);
		expect(asked.map(({ column, title }) => [column, title])).toEqual(
			questions.map(({ id, title }) => [`answer_${id}`, title]),
		);
		expect(asked[2]).toEqual({
			survey_id: 'cells',
			question: 'final',
			column: 'answer_final',
			type: 'single_choice',
			title: 'Which?',
			scale: null,
			options:
				'slow = Label of slow\nugly = Label of ugly\na.b:c-d = Label of a.b:c-d\n(other) = Another',
			revisions: '["1"]',
			variants: '[]',
		});
	});

	it('of all prompts has the questions of those that have responses', async () => {
		await team.sites.publish(team.site.siteId, { survey_id: 'unanswered' });
		const [, list] = await readSheets('responses.xlsx');
		expect(new Set(list!.data.slice(1).map(([survey]) => survey))).toEqual(new Set(['cells']));
		expect(new Set(list!.data.slice(1).map((cells) => cells[2]))).toEqual(new Set(['answers']));
	});

	it('without responses or displays has headings only', async () => {
		const [responses] = await readSheets('responses.xlsx?since=2030-01-01T00:00:00Z');
		expect(responses!.data).toHaveLength(1);
		const sheets = await readSheets('displays.xlsx');
		expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([['Displays', 1]]);
	});
});
