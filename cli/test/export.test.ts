// Exports of the built command from a real service.
import {
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { parquetReadObjects } from 'hyparquet';
import postgres, { type Sql } from 'postgres';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { waitForHorizon } from '../../testing/wait-for-horizon.ts';
import { openWorkspace } from './open-workspace.ts';
import { createPerson, type Person } from './run.ts';

let apiUrl: string;
let sql: Sql;
let site: string;
let prompt: string;
let token: string;
let person: Person;

beforeAll(async () => {
	const { stack, owner, workspace } = await openWorkspace();
	({ apiUrl } = stack);
	sql = postgres(stack.adminUrl, { max: 2, onnotice() {} });
	({ id: site } = await owner.createSite({ workspace, name: 'Reports' }));
	({ id: prompt } = await owner.createPrompt({
		site,
		content: {
			survey_id: 'ease',
			name: 'Ease',
			questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?' }],
		},
	}));
	await owner.publishPrompt({ site, prompt, revision: 1 });
	({ token } = await owner.createCiToken({
		workspace,
		name: 'Export',
		sites: [site],
		days: 1,
		actions: ['response:read'],
	}));
});
afterAll(() => sql?.end());
beforeEach(async () => {
	await sql`delete from app.responses where site_id = ${site}`;
	person = createPerson({ url: 'http://127.0.0.1:1' }, token);
	Object.assign(person.env, { FEEDBACK_API_URL: apiUrl, FEEDBACK_SITE: site });
});

async function respond(score: number): Promise<string> {
	const [row] = await sql<{ id: string }[]>`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		values (${site}, app.mint_id(), ${prompt}, 1, 1, true, ${sql.json({ ease: score })}, '{}', now(), now())
		returning display_id as id`;
	await waitForHorizon(sql);
	return row!.id;
}

function exportTo(file: string, ...more: string[]) {
	const format = file.split('.').at(-1)!;
	return person.run([
		'response',
		'export',
		'--since-last',
		'--format',
		format,
		'--output',
		file,
		'--json',
		...more,
	]);
}

function idsIn(file: string): string[] {
	const text = readFileSync(join(person.home, file), 'utf8').trim();
	return text === '' ? [] : text.split('\n').map((line) => (JSON.parse(line) as { id: string }).id);
}

function progressFile(): string {
	const folder = join(person.home, 'config/feedback/exports');
	return join(
		folder,
		readdirSync(folder).find((name) => name.endsWith('.json'))!,
	);
}

async function readParquet(name: string) {
	const bytes = readFileSync(join(person.home, name));
	const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
	return parquetReadObjects({ file: file as ArrayBuffer });
}

it('writes Parquet, and counts its rows', async () => {
	const id = await respond(4);
	const { data } = await person.run([
		'response',
		'export',
		'--prompt',
		prompt,
		'--format',
		'parquet',
		'--output',
		'answers.parquet',
		'--json',
	]);
	expect(data()).toMatchObject({ format: 'parquet', responses: 1 });
	expect(await readParquet('answers.parquet')).toMatchObject([{ id, answer_ease: 4 }]);
	const displays = await person.run([
		'display',
		'export',
		'--unanswered',
		'--format',
		'parquet',
		'--output',
		'displays.parquet',
		'--json',
	]);
	expect(displays.data()).toMatchObject({ displays: 0 });
});

it('writes a workbook, and counts its rows', async () => {
	await respond(4);
	await respond(2);
	const args = ['response', 'export', '--prompt', prompt, '--format', 'xlsx', '--json'];
	const { data } = await person.run([...args, '--output', 'answers.xlsx']);
	expect(data()).toMatchObject({ format: 'xlsx', responses: 2 });
	const [responses, questions] = await readXlsxFile(join(person.home, 'answers.xlsx'));
	const column = responses!.data[0]!.indexOf('answer_ease');
	expect(new Set(responses!.data.slice(1).map((cells) => cells[column]))).toEqual(new Set([4, 2]));
	expect(questions!.data[1]).toContain('How easy was it?');
	const displays = await person.run(
		'display export --format xlsx --output displays.xlsx --json'.split(' '),
	);
	expect(displays.data()).toMatchObject({ format: 'xlsx', displays: 0 });
});

it('exports everything first, and then what is new or has changed', async () => {
	const [first, second] = [await respond(1), await respond(2)];
	expect((await exportTo('1.ndjson')).data()).toMatchObject({ responses: 2 });
	expect(idsIn('1.ndjson').sort()).toEqual([first, second].sort());
	expect((await exportTo('2.ndjson')).data()).toMatchObject({ responses: 0 });
	const third = await respond(3);
	await sql`update app.responses set answers = '{"ease":5}' where site_id = ${site} and display_id = ${first}`;
	await waitForHorizon(sql);
	await exportTo('3.ndjson');
	expect(idsIn('3.ndjson').sort()).toEqual([first, third].sort());
	// Each format continues separately.
	expect((await exportTo('1.csv')).data()).toMatchObject({ responses: 3 });
	expect((await exportTo('4.ndjson', '--restart')).data()).toMatchObject({ responses: 3 });
	expect((await exportTo('5.ndjson')).data()).toMatchObject({ responses: 0 });
});

it('exports the same responses again if it was interrupted before its file was renamed', async () => {
	await exportTo('1.ndjson');
	const before = readFileSync(progressFile(), 'utf8');
	const id = await respond(1);
	await exportTo('2.ndjson');
	// The state after a run that ends between recording its file and renaming it.
	const [draft, file] = [join(person.home, '2.ndjson.1.partial'), join(person.home, '2.ndjson')];
	renameSync(file, draft);
	const { cursor } = JSON.parse(readFileSync(progressFile(), 'utf8')) as { cursor: string };
	const pending = { cursor, draft, file, inode: 1 };
	writeFileSync(progressFile(), JSON.stringify({ ...(JSON.parse(before) as object), pending }));
	expect((await exportTo('2.ndjson')).code).toBe(0);
	expect(idsIn('2.ndjson')).toEqual([id]);
	expect(existsSync(draft)).toBe(false);
});

it('exports no response again if it was interrupted after its file was renamed', async () => {
	await exportTo('1.ndjson');
	const before = JSON.parse(readFileSync(progressFile(), 'utf8')) as object;
	await respond(1);
	await exportTo('2.ndjson');
	const { cursor } = JSON.parse(readFileSync(progressFile(), 'utf8')) as { cursor: string };
	const file = join(person.home, '2.ndjson');
	const pending = { cursor, draft: `${file}.1.partial`, file, inode: statSync(file).ino };
	writeFileSync(progressFile(), JSON.stringify({ ...before, pending }));
	expect((await exportTo('3.ndjson')).data()).toMatchObject({ responses: 0 });
});

it('keeps its position when a file could not be written', async () => {
	await exportTo('1.ndjson');
	await respond(1);
	const taken = await exportTo('1.ndjson');
	expect([taken.code, taken.failure().error.code]).toEqual([1, 'unwritable_file']);
	expect((await exportTo('2.ndjson')).data()).toMatchObject({ responses: 1 });
});

it('explains what to do after a restore of the database', async () => {
	await exportTo('1.ndjson');
	const progress = JSON.parse(readFileSync(progressFile(), 'utf8')) as { cursor: string };
	const text = Buffer.from(progress.cursor, 'base64url').toString();
	progress.cursor = Buffer.from(text.replace(/\.\w{8} /, '.000000FF ')).toString('base64url');
	writeFileSync(progressFile(), JSON.stringify(progress));
	const { code, failure } = await exportTo('2.ndjson');
	expect([code, failure().error.code]).toEqual([3, 'cursor_expired']);
	expect(failure().error.hint).toContain('--restart');
	expect((await exportTo('2.ndjson', '--restart')).code).toBe(0);
});

it('ends with an error when the service cannot finish a file', async () => {
	// More than the buffers on the way hold, compressed too; without the triggers, which index every word.
	await sql.begin(async (tx) => {
		await tx`set local session_replication_role = replica`;
		await tx`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${site}, app.mint_id(), ${prompt}, 1, 1, true,
				jsonb_build_object('ease', (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 60) m)),
				'{}', now(), now()
			from generate_series(1, 25000) n`;
	});
	const setRevoked = (at: string | null) => sql`
		update app.grants set revoked_at = ${at}
		where connection_id in (select c.connection_id from app.connection_sites c where c.site_id = ${site})`;
	for (const format of ['csv', 'ndjson', 'parquet', 'xlsx']) {
		const url = `${apiUrl}/manage/sites/${site}/responses.${format}?prompt=${prompt}`;
		const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
		expect(response.status).toBe(200);
		const reader = response.body!.getReader();
		await reader.read();
		await setRevoked(new Date().toISOString());
		const readRest = async () => {
			while (!(await reader.read()).done);
		};
		await expect(readRest(), format).rejects.toThrow();
		await setRevoked(null);
	}
});

it.each([
	[['--since-last'], '--output is missing'],
	[['--restart', '--output', 'a.csv'], '--restart works with --since-last only'],
])('refuses %j', async (flags, message) => {
	const { code, stderr } = await person.run(['response', 'export', ...flags]);
	expect(code).toBe(2);
	expect(stderr).toContain(message);
});
