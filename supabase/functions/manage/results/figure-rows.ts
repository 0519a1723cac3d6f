import {
	askedKey,
	ServiceError,
	type DisplayFigure,
	type Question,
	type ResponseFigure,
} from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { versionKey, type Version } from './asked-questions.ts';
import { listStates } from './drop-off.ts';
import { readVersions } from './read-figures.ts';

type Row = {
	revision: number;
	variant: string | null;
	answers: Record<string, unknown>;
	final: boolean;
};

/** The responses that a figure counts: those that meet a condition on `r`, to append to others, and a test. */
export type FigureRows = {
	where: Fragment;
	/** Omitted if the condition is enough. Which questions a visitor reached depends on the branches of the version. */
	test?: (row: Row) => boolean;
};

/** Throws `invalid_request` for a question or a version that the prompt does not have. */
export async function findFigureRows(
	tx: Tx,
	{
		site,
		prompt,
		figure,
	}: { site: string; prompt?: string | undefined; figure?: ResponseFigure | undefined },
): Promise<FigureRows> {
	if (!figure) return { where: tx`` };
	if (prompt === undefined)
		throw wrong('figure', 'needs prompt', 'Name the prompt of the question.');
	const versions = listAsking(await readVersions(tx, { site, prompt }), figure);
	const { question: id, was, values } = figure;
	const inVersions = tx`and concat_ws(' ', r.revision, r.variant) = any(${versions.map(({ key }) => key)}::text[])`;
	// The same expressions as in count-answers.ts.
	const isAnswered = tx`r.answers ->> ${id}::text <> '' and r.answers -> ${id}::text <> '[]'`;
	const given = values
		? tx`and exists (
			select from jsonb_array_elements(case jsonb_typeof(r.answers -> ${id}::text)
				when 'array' then r.answers -> ${id}::text else jsonb_build_array(r.answers -> ${id}::text) end) v (value)
			where case jsonb_typeof(v.value) when 'object' then '(other)' else v.value #>> '{}' end = any(${values}::text[]))`
		: tx``;
	if (was === undefined) return { where: tx`${inVersions} ${given}` };
	const presence = {
		reached: tx``,
		answered: tx`and ${isAnswered}`,
		skipped: tx`and (${isAnswered}) is not true`,
	};
	const questions = new Map(versions.map((version) => [version.key, version.questions]));
	return {
		where: tx`${inVersions} ${given} ${presence[was]}`,
		test(row) {
			const states = listStates(questions.get(versionKey(row.revision, row.variant)) ?? [], {
				final: row.final,
				answered: new Set(listAnswered(row.answers)),
				picked: row.answers,
			});
			const state = states.find(({ question }) => question.id === id)?.state;
			return was === 'reached' ? state !== undefined : state === was;
		},
	};
}

function listAsking(versions: Version[], { question: id, as, title }: ResponseFigure): Version[] {
	const ask = ({ questions }: Version): Question | undefined =>
		questions.find((question) => question.id === id);
	const asking = versions.filter((version) => ask(version));
	if (asking.length === 0) {
		throw wrong(
			'figure.question',
			`names the question "${id}", which no published revision of the prompt asks`,
		);
	}
	const model = as === undefined ? undefined : asking.find(({ key }) => key === as);
	if (as !== undefined && !model) {
		throw wrong('figure.as', `names the version "${as}", which does not ask "${id}"`);
	}
	return asking.filter((version) => {
		const question = ask(version)!;
		return (
			(model === undefined || askedKey(question) === askedKey(ask(model)!)) &&
			(title === undefined || question.title === title)
		);
	});
}

/** The IDs of the questions that have an answer. */
function listAnswered(answers: Record<string, unknown>): string[] {
	return Object.entries(answers).flatMap(([id, answer]) =>
		answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0) ? [] : [id],
	);
}

/** The displays that a figure counts, as a condition on `d` to append to others. */
export function displaysOfFigure(tx: Tx, figure: DisplayFigure | undefined): Fragment {
	if (figure === undefined) return tx``;
	const conditions: Record<DisplayFigure, Fragment> = {
		displays: tx``,
		unconfirmed: tx`and d.state = 'reserved'`,
		dismissed: tx`and d.state = 'dismissed'`,
		answered: tx`and exists (select from app.responses a where a.site_id = d.site_id and a.display_id = d.id)`,
		timed: tx`and d.answered_at is not null and d.displayed_at is not null`,
	};
	return tx`and d.state <> 'released' ${conditions[figure]}`;
}

function wrong(field: string, problem: string, hint = 'List the figures of the summary again.') {
	return new ServiceError('invalid_request', { field, message: `${field} ${problem}`, hint });
}
