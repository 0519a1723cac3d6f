import type { Tx } from '../_shared/statement.ts';
import { writeRecord } from './csv.ts';
import type { Input, ReadAs, Streamed } from './operation.ts';
import { describeResponse, filterResponses, readResponses, type ResponseRow } from './responses.ts';
import { typesOf } from './result-kinds.ts';

const partRows = 1_000;

export const exportResponses: Streamed<'exportResponses'> = {
	access: 'stream',
	async *parts(read, input) {
		const { prompt } = input;
		const questions = prompt
			? await read((tx) => listQuestions(tx, input.site, prompt))
			: undefined;
		let head = writeRecord([...columns, ...(questions ?? ['answers']), 'traits']);
		for await (const rows of readParts(read, input)) {
			yield head + rows.map((row) => writeRecord(listCells(row, questions))).join('');
			head = '';
		}
		if (head) yield head;
	},
	act: ({ prompt }) => ({ subject: prompt ?? null }),
};

export const exportResponseLines: Streamed<'exportResponseLines'> = {
	access: 'stream',
	async *parts(read, input) {
		for await (const rows of readParts(read, input)) {
			yield rows.map((row) => `${JSON.stringify(describeResponse(row))}\n`).join('');
		}
	},
	act: exportResponses.act,
};

// By id, which never changes: what is answered meanwhile moves no row past the reader.
async function* readParts(
	read: ReadAs,
	{ site, ...filter }: Input<'exportResponses'>,
): AsyncGenerator<ResponseRow[], void> {
	let last: string | undefined;
	for (;;) {
		const rows = await read((tx) =>
			readResponses(
				tx,
				tx`r.site_id = ${site} ${last === undefined ? tx`` : tx`and r.display_id > ${last}::uuid`}
					${filterResponses(tx, site, filter)}
					order by r.display_id
					limit ${partRows}`,
			),
		);
		if (rows.length > 0) yield rows;
		if (rows.length < partRows) return;
		last = rows.at(-1)!.id;
	}
}

const columns = [
	'id',
	'survey_id',
	'revision',
	'created_at',
	'updated_at',
	'final',
	'account',
] as const;

function listCells(row: ResponseRow, questions: string[] | undefined): unknown[] {
	const response = describeResponse(row);
	const answers = questions ? questions.map((id) => flatten(row.answers[id])) : [row.answers];
	return [...columns.map((column) => response[column]), ...answers, row.traits];
}

/** A choice, or several with semicolons between them; what was written behind "other" is kept as it is. */
function flatten(answer: unknown): unknown {
	if (Array.isArray(answer)) return answer.map(flatten).join('; ');
	if (typeof answer === 'object' && answer !== null && 'other' in answer) return answer.other;
	return answer;
}

/** Every question that a revision of the prompt ever asked, those of the latest first. */
async function listQuestions(tx: Tx, site: string, prompt: string): Promise<string[]> {
	const rows = await tx<{ id: string }[]>`
		select q.question ->> 'id' as id
		from app.revisions r, jsonb_array_elements(r.content -> 'questions') with ordinality q (question, place)
		where r.site_id = ${site} and r.prompt_id = ${prompt} and q.question ->> 'type' <> all(${typesOf('none')})
		group by 1
		order by max(r.number) desc, min(q.place)`;
	return rows.map(({ id }) => id);
}
