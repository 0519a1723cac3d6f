import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'vitest';

import { listVersions } from '@feedback/contract';
import type { TestManage } from '../../../supabase/functions/tests/manage.ts';
import type { TestPerson } from '../../../supabase/functions/tests/people.ts';
import { run } from '../../../testing/run.ts';
import type { Contexts } from './answer-survey.ts';

export type Exported = { manage: TestManage; member: TestPerson; site: string; prompt: string };

/** What the exported files of a prompt do not contain. */
export type Asked = {
	time_zone: string;
	now: string;
	/** The version of the newest revision whose questions are those of the prompt. */
	base?: string;
	/** What the browser of each display said of its page; only generated answers have it. */
	contexts?: Contexts;
	[more: string]: unknown;
};

/** Exports a prompt's responses and displays, and computes its figures from these files in Python. */
export async function recomputePrompt(
	exported: Exported,
	{ contexts, ...asked }: Asked,
): Promise<Record<string, unknown>> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-rehearse-recompute-'));
	try {
		await exportFiles(exported, folder);
		writeFileSync(join(folder, 'texts.json'), JSON.stringify(await readTexts(exported)));
		const versions = await readVersions(exported);
		const base = asked.base ?? versions[0]!.version;
		if (contexts) writeFileSync(join(folder, 'contexts.json'), JSON.stringify(contexts));
		const questions = { ...asked, base, versions };
		writeFileSync(join(folder, 'questions.json'), JSON.stringify(questions));
		const program = join(import.meta.dirname, 'figures.py');
		const { code, output } = await run('python3', ['-B', program, folder]);
		expect(code, output).toBe(0);
		return JSON.parse(output) as Record<string, unknown>;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function exportFiles({ manage, member, site, prompt }: Exported, folder: string) {
	for (const file of ['responses.ndjson', 'responses.csv', 'responses.xlsx', 'displays.ndjson']) {
		const response = await manage.handle(
			new Request(`http://127.0.0.1/manage/sites/${site}/${file}?prompt=${prompt}`, {
				headers: { authorization: `Bearer ${member.token}` },
			}),
		);
		expect(response.status).toBe(200);
		writeFileSync(join(folder, file), Buffer.from(await response.arrayBuffer()));
	}
}

/** What people wrote, with its tags. */
export async function readTexts({ manage, member, site, prompt }: Exported) {
	const texts: { response: string; question: string; tags: string[] }[] = [];
	let cursor: string | undefined;
	do {
		const listed = await manage.ask(member, 'listTextAnswers', {
			site,
			prompt,
			limit: 100,
			cursor,
		});
		expect(listed.status, JSON.stringify(listed.body)).toBe(200);
		for (const { response, question, tags } of listed.body.items) {
			texts.push({ response, question, tags: tags.map(({ name }) => name) });
		}
		cursor = listed.body.next ?? undefined;
	} while (cursor !== undefined);
	return texts;
}

/** The questions of each version, the newest first; a revision with an experiment is displayed as its variants. */
async function readVersions({ manage, member, site, prompt }: Exported) {
	const listed = await manage.ask(member, 'listRevisions', { site, prompt });
	return listed.body.items
		.toSorted((one, other) => other.revision - one.revision)
		.flatMap(({ revision, content }) => listVersions({ number: revision, content }))
		.map(({ key, questions }) => ({ version: key, questions }));
}

/** Reads a shared page by its link. */
export async function readShared(manage: TestManage, url: string): Promise<unknown> {
	const response = await manage.handle(
		new Request('http://127.0.0.1/functions/v1/manage/shared-results', {
			headers: { authorization: `Bearer ${url.slice(url.indexOf('#') + 1)}` },
		}),
	);
	expect(response.status).toBe(200);
	return response.json();
}
