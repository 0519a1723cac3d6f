import {
	askedKey,
	ServiceError,
	versionKey,
	type MetBranches,
	type Question,
	type ResponseFigure,
	type Version,
} from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import { listStates } from './drop-off.ts';
import { limitToNewest } from './newest-rows.ts';
import { readVersions } from './read-figures.ts';
import { selectRepeatedScores } from './repeated-scores.ts';
import type { Scope } from './scope.ts';

type Row = {
	revision: number;
	variant: string | null;
	answers: Record<string, unknown>;
	final: boolean;
	met_branches: MetBranches | null;
};

/** The responses that a figure counts: those that meet a condition on `r`, to append to others, and a test. */
export type FigureRows = {
	where: Fragment;
	/** Omitted if the condition is enough. Which questions a visitor reached depends on the branches of the version. */
	test?: (row: Row) => boolean;
};

type Selected = Omit<Scope, 'prompt'> & {
	prompt?: string | undefined;
	figure?: ResponseFigure | undefined;
};

/**
 * Finds the responses that a figure counts. Whose answers repeat depends on the period and the segment, too. Throws
 * `invalid_request` for a question or a version that the prompt does not have.
 */
export async function findFigureRows(
	tx: Tx,
	{ figure, ...selected }: Selected,
): Promise<FigureRows> {
	if (!figure) return { where: tx`` };
	const { prompt } = selected;
	if (prompt === undefined)
		throw wrong('figure', 'needs prompt', 'Name the prompt of the question.');
	const { question: id, was, values, repeated } = figure;
	if (id === undefined) return { where: tx`and app.has_answer(r.answers)` };
	const versions = listAsking(await readVersions(tx, { ...selected, prompt }), {
		...figure,
		question: id,
	});
	const keys = versions.map(({ key }) => key);
	const inVersions = tx`and concat_ws(' ', r.revision, r.variant) = any(${keys}::text[])`;
	// The same expressions as in app.count_figures.
	const answer = tx`r.answers -> ${id}::text`;
	const isGiven = tx`(r.answers ->> ${id}::text <> '' and ${answer} <> '[]')`;
	const given = values
		? tx`and exists (
			select from jsonb_array_elements(
				case jsonb_typeof(${answer}) when 'array' then ${answer} else jsonb_build_array(${answer}) end) v (value)
			where case jsonb_typeof(v.value) when 'object' then '(other)' else v.value #>> '{}' end = any(${values}::text[]))`
		: tx``;
	const repeats = repeated
		? selectRepeated(tx, (await limitToNewest(tx, { ...selected, prompt }, 'responses')).scope, {
				repeated,
				asked: { id, versions: keys },
			})
		: tx``;
	if (was === undefined) return { where: tx`${inVersions} ${given} ${repeats}` };
	const presence = {
		reached: tx``,
		answered: tx`and ${isGiven}`,
		skipped: tx`and ${isGiven} is not true`,
	};
	const questions = new Map(versions.map((version) => [version.key, version.questions]));
	return {
		where: tx`${inVersions} ${given} ${repeats} ${presence[was]}`,
		test(row) {
			const states = listStates(questions.get(versionKey(row.revision, row.variant)) ?? [], {
				final: row.final,
				answered: new Set(listAnswered(row.answers)),
				picked: row.answers,
				met: row.met_branches ?? undefined,
			});
			const state = states.find(({ question }) => question.id === id)?.state;
			return was === 'reached' ? state !== undefined : state === was;
		},
	};
}

type Repeated = {
	repeated: NonNullable<ResponseFigure['repeated']>;
	asked: { id: string; versions: string[] };
};

/** One response of each person who gave a question more than one score. */
function selectRepeated(tx: Tx, scope: Scope, { repeated, asked }: Repeated): Fragment {
	const of: Record<Repeated['repeated'], Fragment> = {
		first: tx`select s.first_response`,
		latest: tx`select s.latest_response`,
		higher: tx`select s.latest_response where s.latest > s.first`,
		same: tx`select s.latest_response where s.latest = s.first`,
		lower: tx`select s.latest_response where s.latest < s.first`,
	};
	return tx`and r.display_id = any(array(
		select e.response from (${selectRepeatedScores(tx, scope, [asked])}) s
		cross join lateral (${of[repeated]}) e (response)))`;
}

type Asked = ResponseFigure & { question: string };

function listAsking(versions: Version[], { question: id, as, title }: Asked): Version[] {
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

function wrong(field: string, problem: string, hint = 'List the figures of the summary again.') {
	return new ServiceError('invalid_request', { field, message: `${field} ${problem}`, hint });
}
