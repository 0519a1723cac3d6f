import {
	answerColumnPrefix,
	answerKinds,
	listTypes,
	otherColumnPrefix,
	responseColumns,
	type AnswerKind,
	type ColumnType,
	type QuestionType,
} from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import {
	changedAfter,
	changedUpTo,
	readChangeCursor,
	readHorizon,
	settledPosition,
	type ChangePosition,
} from '../responses/change-cursor.ts';
import { checkFilter } from '../filters/check-filter.ts';
import { toCsv, toLines, toParquet, toSheet, toXlsx, type FilledColumn } from './export-format.ts';
import type { Input, ReadAs, Streamed } from '../operation/operation.ts';
import { findFigureRows, type FigureRows } from '../results/figure-rows.ts';
import { listQuestionsSheet } from './questions-sheet.ts';
import { readInSteps } from './read-in-steps.ts';
import {
	describeContext,
	describeResponse,
	filterResponses,
	pagesOf,
	readResponses,
	type ResponseRow,
	withScreenshotLinks,
} from '../responses/read-responses.ts';
import type { Service } from '../service.ts';
import { useSavedFilter } from '../filters/use-saved-filter.ts';

type Asked = Input<'exportResponseLines'>;
/** What is exported: `figure` is found once, because its condition and its test are the same for every part. */
type Wanted = { input: Omit<Asked, 'filter'>; figure: FigureRows };
type Column = FilledColumn<ResponseRow>;

const audit = ({ prompt }: Asked) => ({ subject: prompt ?? null });
const shared = { access: 'stream', reads: 'replica', file: 'responses', audit } as const;

export const exportResponses: Streamed<'exportResponses'> = {
	...shared,
	async *parts(read, { bom, ...asked }, service) {
		const wanted = await check(read, asked);
		const columns = await listColumns(read, wanted.input);
		yield* toCsv(columns, readLinked(read, wanted, service), bom);
	},
};

export const exportResponseLines: Streamed<'exportResponseLines'> = {
	...shared,
	async *parts(read, asked, service) {
		const wanted = await check(read, asked);
		const pages = pagesOf(service, asked.site);
		yield* toLines((row) => describeResponse(row, pages), readParts(read, wanted));
	},
};

export const exportResponsesParquet: Streamed<'exportResponsesParquet'> = {
	...shared,
	async *parts(read, asked, service) {
		const wanted = await check(read, asked);
		const columns = await listColumns(read, wanted.input);
		yield* toParquet(columns, readLinked(read, wanted, service));
	},
};

export const exportResponsesXlsx: Streamed<'exportResponsesXlsx'> = {
	...shared,
	async *parts(read, asked, service) {
		const wanted = await check(read, asked);
		const columns = await listColumns(read, wanted.input);
		// Without a prompt, the sheet describes the prompts that the file has responses to.
		const { site, prompt } = wanted.input;
		const prompts = new Set(prompt === undefined ? [] : [prompt]);
		async function* noting(parts: AsyncIterable<ResponseRow[]>) {
			for await (const rows of parts) {
				for (const row of rows) prompts.add(row.prompt);
				yield rows;
			}
		}
		yield* toXlsx(
			toSheet('Responses', columns, noting(readLinked(read, wanted, service))),
			listQuestionsSheet(read, site, prompts, prompt !== undefined),
		);
	},
};

// Checked before the first part, so that a failure is an ordinary error response.
const check = (read: ReadAs, asked: Asked): Promise<Wanted> =>
	read(async (tx) => {
		const input = await useSavedFilter(tx, asked, Date.now());
		await checkFilter(tx, input.site, input);
		return { input, figure: await findFigureRows(tx, input) };
	});

type Span = { after?: ChangePosition; upTo?: ChangePosition };

// Ordered by ID, which never changes: answers that arrive in the meantime move no row past the reader.
async function* readParts(read: ReadAs, wanted: Wanted): AsyncGenerator<ResponseRow[], void> {
	const { test } = wanted.figure;
	for await (const rows of readRows(read, wanted)) yield test ? rows.filter(test) : rows;
}

/** The same with links to pictures in place of their IDs. */
async function* readLinked(
	read: ReadAs,
	wanted: Wanted,
	service: Service,
): AsyncGenerator<ResponseRow[], void> {
	const pages = pagesOf(service, wanted.input.site);
	for await (const rows of readParts(read, wanted)) {
		yield rows.map((row) => withScreenshotLinks(row, pages));
	}
}

async function* readRows(
	read: ReadAs,
	{ input, figure }: Wanted,
): AsyncGenerator<ResponseRow[], void> {
	const { site, changed_after: after, changed_before: before, ...filter } = input;
	if (after !== undefined || before !== undefined) {
		const span = await read((tx) => readSpan(tx, { after, before }));
		yield* readChanges(read, span, { site, filter, figure });
		return;
	}
	yield* readInSteps<ResponseRow, string>(read, {
		async findStep(tx, last, rows) {
			const [row] = await tx<{ id: string }[]>`
				select r.display_id as id from app.responses r
				where r.site_id = ${site} ${last === undefined ? tx`` : tx`and r.display_id > ${last}::uuid`}
				order by r.display_id offset ${rows - 1} limit 1`;
			return row?.id;
		},
		readRows: async (tx, { after: last, upTo }, most) =>
			readResponses(
				tx,
				tx`r.site_id = ${site} ${last === undefined ? tx`` : tx`and r.display_id > ${last}::uuid`}
					${upTo === undefined ? tx`` : tx`and r.display_id <= ${upTo}::uuid`}
					${filterResponses(tx, site, filter)} ${figure.where}
					order by r.display_id limit ${most}`,
			),
		keyOf: ({ id }) => id,
	});
}

type Selected = { site: string; filter: Parameters<typeof filterResponses>[2]; figure: FigureRows };

function readChanges(
	read: ReadAs,
	span: Span,
	{ site, filter, figure }: Selected,
): AsyncGenerator<ResponseRow[], void> {
	const within = (tx: Tx, after = span.after, upTo = span.upTo) =>
		tx`r.site_id = ${site} ${after ? changedAfter(tx, after) : tx``} ${upTo ? changedUpTo(tx, upTo) : tx``}`;
	return readInSteps<ResponseRow, ChangePosition>(read, {
		async findStep(tx, after, rows) {
			const [position] = await tx<ChangePosition[]>`
				select r.changed_in::text as transaction, r.display_id as id from app.responses r
				where ${within(tx, after)}
				order by r.changed_in, r.display_id offset ${rows - 1} limit 1`;
			return position;
		},
		readRows: async (tx, { after, upTo }, most) =>
			readResponses(
				tx,
				tx`${within(tx, after, upTo)} ${filterResponses(tx, site, filter)} ${figure.where}
					order by r.changed_in, r.display_id limit ${most}`,
			),
		keyOf: ({ changed_in: transaction, id }) => ({ transaction, id }),
	});
}

async function readSpan(
	tx: Tx,
	{ after, before }: { after: string | undefined; before: string | undefined },
): Promise<Span> {
	if (after === undefined && before === undefined) return {};
	const horizon = await readHorizon(tx);
	return {
		...(after !== undefined && { after: readChangeCursor(after, horizon, 'changed_after') }),
		upTo:
			before === undefined
				? settledPosition(horizon)
				: readChangeCursor(before, horizon, 'changed_before'),
	};
}

/** Lists the columns: one for each question if one prompt is exported, otherwise one for all answers. */
async function listColumns(read: ReadAs, { site, prompt }: Wanted['input']): Promise<Column[]> {
	const answers: Column[] = prompt
		? (await read((tx) => listQuestions(tx, site, prompt))).flatMap(listQuestionColumns)
		: [{ name: 'answers', type: 'json', read: ({ answers }) => answers }];
	const columns = responseColumns.map(({ name, type }): Column => ({
		name,
		type,
		read: readers[name],
	}));
	return [...columns.slice(0, -2), ...answers, ...columns.slice(-2)];
}

/** The column of a question, and one for the texts of "other" if it had that choice. */
function listQuestionColumns({ id, types, other }: AskedQuestion): Column[] {
	const type = columnTypeOf(types);
	const name = `${answerColumnPrefix}${id}`;
	if (!other) return [{ name, type, read: ({ answers }) => answers[id] }];
	return [
		{
			name,
			type,
			read({ answers: { [id]: answer } }) {
				if (Array.isArray(answer)) return answer.filter((choice) => !isOther(choice));
				return isOther(answer) ? null : answer;
			},
		},
		{
			name: `${otherColumnPrefix}${id}`,
			type: 'text',
			read: ({ answers: { [id]: answer } }) =>
				(Array.isArray(answer) ? answer : [answer]).find(isOther)?.other,
		},
	];
}

function isOther(choice: unknown): choice is { other: string } {
	return typeof choice === 'object' && choice !== null && 'other' in choice;
}

const readers: Record<(typeof responseColumns)[number]['name'], Column['read']> = {
	id: ({ id }) => id,
	survey_id: ({ survey_id }) => survey_id,
	revision: ({ revision }) => revision,
	variant: ({ variant }) => variant,
	met_branches: ({ met_branches }) => met_branches,
	created_at: ({ created_at }) => created_at,
	updated_at: ({ updated_at }) => new Date(updated_at),
	final: ({ final }) => final,
	account: ({ account }) => account,
	traits: ({ traits }) => traits,
	context: ({ context }) => describeContext(context),
};

const columnTypes: Record<AnswerKind, ColumnType | undefined> = {
	score: 'integer',
	choice: 'text',
	choices: 'texts',
	text: 'text',
	picture: 'text',
	yes_no: 'flag',
	none: undefined,
};

/** The type of a question's column: text if revisions used different types. */
function columnTypeOf(types: QuestionType[]): ColumnType {
	const [type, ...others] = new Set(types.map((asked) => columnTypes[answerKinds[asked]]));
	return type !== undefined && others.length === 0 ? type : 'text';
}

/** `other`: whether it had the choice "other". */
type AskedQuestion = { id: string; types: QuestionType[]; other: boolean };

/** Every question that a published revision or a variant of the prompt ever asked, the latest revision's questions first. */
async function listQuestions(tx: Tx, site: string, prompt: string): Promise<AskedQuestion[]> {
	return tx<AskedQuestion[]>`
		select q.question ->> 'id' as id, array_agg(distinct q.question ->> 'type') as types,
		       bool_or(q.question ? 'other_label') as other
		from app.revisions r, app.list_asked_questions(r.content) with ordinality q (question, place)
		where r.site_id = ${site} and r.prompt_id = ${prompt}
		  and r.number = any((select app.list_published_revisions(${site}, ${prompt}))::integer[]) and q.question ->> 'type' <> all(${listTypes('none')})
		group by 1
		order by max(r.number) desc, min(q.place)`;
}
