import {
	answerColumnPrefix,
	askedKey,
	matchAnswerKind,
	questionColumns,
	scoreRange,
	takesAnswer,
	type Question,
	type QuestionOf,
	type Version,
} from '@feedback/contract';

import type { ReadAs } from '../operation/operation.ts';
import { readVersions } from '../results/read-figures.ts';
import { toSheet, type Sheet } from './export-format.ts';

/** A question, and the versions that ask it in the same words. */
type Wording = { survey_id: string; column: string; question: Question; versions: Version[] };

/**
 * The sheet of the questions of prompts, which are listed when the sheet is read. `ownColumns`: each question has its
 * own column in the sheet of responses.
 */
export function listQuestionsSheet(
	read: ReadAs,
	site: string,
	prompts: Iterable<string>,
	ownColumns: boolean,
): Sheet {
	async function* readParts() {
		for (const prompt of prompts) {
			const [named, versions] = await read(async (tx) => {
				const [row] = await tx<{ survey_id: string }[]>`
					select survey_id from app.prompts where site_id = ${site} and id = ${prompt}`;
				return [row, await readVersions(tx, { site, prompt })] as const;
			});
			// It may have been deleted in the meantime.
			if (named) yield listWordings(named.survey_id, versions, ownColumns);
		}
	}
	const columns = questionColumns.map(({ name, type }) => ({ name, type, read: readers[name] }));
	return toSheet('Questions', columns, readParts());
}

function listWordings(
	survey_id: string,
	versions: readonly Version[],
	ownColumns: boolean,
): Wording[] {
	const found = new Map<string, Wording>();
	for (const version of versions) {
		for (const question of version.questions) {
			if (!takesAnswer(question)) continue;
			const words = JSON.stringify([askedKey(question), question.title, listOptions(question)]);
			const wording = found.get(words);
			if (wording) wording.versions.push(version);
			else {
				const column = ownColumns ? `${answerColumnPrefix}${question.id}` : 'answers';
				found.set(words, { survey_id, column, question, versions: [version] });
			}
		}
	}
	return [...found.values()];
}

const readers: Record<(typeof questionColumns)[number]['name'], (row: Wording) => unknown> = {
	survey_id: ({ survey_id }) => survey_id,
	question: ({ question }) => question.id,
	column: ({ column }) => column,
	type: ({ question }) => question.type,
	title: ({ question }) => question.title,
	scale: ({ question }) =>
		question.type === 'rating' || question.type === 'nps' ? scoreRange(question).to : null,
	options: ({ question }) => listOptions(question) || null,
	revisions: ({ versions }) =>
		[...new Set(versions.map(({ revision }) => `${revision}`))].reverse(),
	variants: ({ versions }) => [...new Set(versions.flatMap(({ variant }) => variant ?? []))],
};

/** For each option a line, such as `api = API`. */
function listOptions(question: Question): string {
	const none = () => '';
	return matchAnswerKind(question, {
		choice: writeOptions,
		choices: writeOptions,
		yes_no: (asked) =>
			asked.type === 'yes_no'
				? `true = ${asked.yes_label ?? 'Yes'}\nfalse = ${asked.no_label ?? 'No'}`
				: `true = ${asked.label}`,
		score: none,
		text: none,
		picture: none,
		none,
	});
}

function writeOptions({ options, other_label: other }: QuestionOf<'choice' | 'choices'>): string {
	const lines = options.map(({ value, label }) => `${value} = ${label}`);
	return [...lines, ...(other === undefined ? [] : [`(other) = ${other}`])].join('\n');
}
