import { scoreRange, matchAnswerKind } from './answer-kinds.ts';
import type { AnswerHistoryCondition } from './answer-history.ts';
import { groupMembers, type Audience } from './condition.ts';
import type { LintIssue } from './lint/lint-issue.ts';
import { describeAnswers, findUnknownValues } from './lint/lint-branches.ts';
import type { Question } from './question.ts';

type Path = (string | number)[];

/** A condition on an earlier answer, with its path. */
export type AnswerReference = { condition: AnswerHistoryCondition; path: Path };

/** The conditions on earlier answers in an audience. */
export function listAnswerReferences(rule: Audience, path: Path): AnswerReference[] {
	const members = groupMembers(rule);
	if (members) {
		const group = Object.keys(rule)[0]!;
		return members.flatMap((member, at) =>
			listAnswerReferences(member as Audience, [...path, group, at]),
		);
	}
	return 'answer' in rule ? [{ condition: rule, path }] : [];
}

/** The conditions on earlier prompts in the branches of questions. */
export function listBranchReferences(
	questions: readonly Pick<Question, 'branches'>[],
	path: Path,
): AnswerReference[] {
	return questions.flatMap(({ branches = [] }, at) =>
		branches.flatMap(({ when }, index) =>
			'prompt' in when ? [{ condition: when, path: [...path, at, 'branches', index, 'when'] }] : [],
		),
	);
}

/**
 * References to a prompt, a question or an answer that the site does not have. `asked` has the questions that each
 * prompt asks or has asked, by survey ID; a question that changed is listed more than once.
 *
 * @example
 * findUnknownAnswers(references, new Map([['export', [ease]]]));
 * // [{ severity: 'error', path: ['audience', 'value'], message: 'no answer to "ease" is 9; answers are from 1 to 5' }]
 */
export function findUnknownAnswers(
	references: readonly AnswerReference[],
	asked: ReadonlyMap<string, readonly Question[]>,
): LintIssue[] {
	return references.flatMap(({ condition, path }): LintIssue[] => {
		const { prompt, answer } = condition;
		const issue = (place: Path, message: string): LintIssue => {
			return { severity: 'error', path: [...path, ...place], message };
		};
		const questions = asked.get(prompt);
		if (!questions) return [issue(['prompt'], `"${prompt}" is not a prompt of this site`)];
		const named = questions.filter(({ id }) => id === answer);
		if (named.length === 0) {
			const ids = [...new Set(questions.map(({ id }) => id))].join(', ');
			return [
				issue(['answer'], `"${prompt}" has no question "${answer}"; its questions are ${ids}`),
			];
		}
		if (named.every((question) => neverMeets(question, condition))) {
			const answers = describeAnswers(named[0]!);
			return [issue([], `is never met: of "${answer}", ${answers}`)];
		}
		const unknown = named.map((question) => findUnknownValues(question, condition));
		if (unknown.some((values) => values.length === 0)) return [];
		const [latest] = named;
		return unknown[0]!.map(({ value, place }) =>
			issue(
				place,
				`no answer to "${answer}" is ${JSON.stringify(value)}; ${describeAnswers(latest!)}`,
			),
		);
	});
}

/** Whether no answer to the question is in the range, or it has no answers. */
function neverMeets(question: Question, condition: AnswerHistoryCondition): boolean {
	return matchAnswerKind(question, {
		score(scored) {
			const { from, to } = scoreRange(scored);
			const { op } = condition;
			if (op === 'between') return condition.value[0] > to || condition.value[1] < from;
			if (op === 'greater') return condition.value >= to;
			if (op === 'less') return condition.value <= from;
			return false;
		},
		choice: () => false,
		choices: () => false,
		yes_no: () => false,
		text: () => false,
		picture: () => condition.op !== 'answered',
		none: () => true,
	});
}
