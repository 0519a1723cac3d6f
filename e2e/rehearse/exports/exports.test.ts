// The code on the page about exports, in DuckDB and in Debian's pandas, on files as written by the service.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorkspace, type TestWorkspace } from '../../../supabase/functions/tests/workspace.ts';
import { mintUuidv7 } from '../../../supabase/functions/_shared/uuidv7.ts';
import { run } from '../../../testing/run.ts';
import { type Debian, freshDebian } from '../fresh-debian.ts';
import { readCodeBlock } from '../read-code-block.ts';

/** Installed only for this rehearsal, so that the repository does not depend on 70 MB of binaries. */
const duckdb = '@duckdb/node-api@1.5.6-r.1';
const page = 'integrations/export';
const folder = mkdtempSync(join(tmpdir(), 'feedback-rehearse-exports-'));
/** Names on the page, and the service's names for them. */
const files = {
	'answers.parquet': 'responses.parquet',
	'displays.parquet': 'displays.parquet',
	'answers.ndjson': 'responses.ndjson',
};
let team: TestWorkspace;

beforeAll(async () => {
	team = await openWorkspace();
	const prompt = await team.sites.publish(team.site.siteId, { survey_id: 'reports' });
	await respond(prompt, { day: '2026-11-02', score: 2, plan: 'free' });
	await respond(prompt, { day: '2026-11-03', score: 4, plan: 'pro' });
	await respond(prompt, { day: '2026-11-10', score: 5, plan: 'pro' });
	await display(prompt, 'ada');
	for (const [file, path] of Object.entries(files)) {
		const response = await team.manage.handle(
			new Request(`http://127.0.0.1/manage/sites/${team.site.id}/${path}?prompt=${prompt}`, {
				headers: { authorization: `Bearer ${team.viewer.token}` },
			}),
		);
		expect(response.status).toBe(200);
		writeFileSync(join(folder, file), new Uint8Array(await response.arrayBuffer()));
	}
});

afterAll(async () => {
	await team?.end();
	rmSync(folder, { recursive: true, force: true });
});

type Answered = { day: string; score: number; plan: string };

/** A response with its display. */
async function respond(prompt: string, { day, score, plan }: Answered): Promise<void> {
	const id = await display(prompt, null, day);
	const { sql } = team.sites;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		values (${team.site.id}, ${id}, ${prompt}, 1, 1, true, ${sql.json({ score })}, ${sql.json({ plan })}, ${day}, ${day})`;
}

async function display(prompt: string, account: string | null, day = '2026-11-20') {
	const { sql } = team.sites;
	const [subject, id] = [crypto.randomUUID(), mintUuidv7(Date.parse(day))];
	await sql`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		values (${team.site.id}, ${subject}, ${account}, ${subject}, ${day}, ${day})`;
	await sql`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state, traits, reserved_at, displayed_at)
		values (${team.site.id}, ${id}, ${subject}, ${subject}, ${id}, ${prompt}, 1, ${id}, 'displayed', '{}', ${day}, ${day})`;
	return id;
}

test('the code for DuckDB counts responses by week and finds who did not answer', async () => {
	const home = join(folder, 'duckdb');
	mkdirSync(home);
	for (const file of Object.keys(files)) copyFileSync(join(folder, file), join(home, file));
	const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
	const installed = await run('npm', ['install', '--prefix', home, ...quiet, duckdb]);
	expect(installed, installed.output).toMatchObject({ code: 0 });
	const statements = readCodeBlock(page, 'answers.sql').split(/;\n/);
	writeFileSync(join(home, 'statements.json'), JSON.stringify(statements));
	writeFileSync(
		join(home, 'query.mjs'),
		`import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create()).connect();
for (const statement of JSON.parse(readFileSync('statements.json', 'utf8'))) {
	if (!statement.trim()) continue;
	const reader = await connection.runAndReadAll(statement);
	console.log(JSON.stringify(reader.getRowsJson()));
}
`,
	);
	const { code, output } = await run(process.execPath, ['query.mjs'], { cwd: home });
	expect(code, output).toBe(0);
	const [weeks, unanswered] = output
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as unknown[][]);
	expect(weeks).toEqual([
		[expect.stringMatching(/^2026-11-02/), 3, '2'],
		[expect.stringMatching(/^2026-11-09/), 5, '1'],
	]);
	expect(unanswered).toEqual([['ada', expect.stringMatching(/^2026-11-20/)]]);
});

test('the code for pandas averages the scores by a trait', async () => {
	const debian: Debian = await freshDebian(['python3-pandas']);
	try {
		const home = join(debian.folder, 'root/exports');
		mkdirSync(home);
		for (const file of Object.keys(files)) copyFileSync(join(folder, file), join(home, file));
		writeFileSync(join(home, 'by_plan.py'), readCodeBlock(page, 'by_plan.py'));
		const output = await debian.run('cd /root/exports; python3 by_plan.py');
		expect(output).toMatch(/free\s+2\.0\s+pro\s+4\.5/);
	} finally {
		await debian.remove();
	}
}, 600_000);
