import {
	answerKinds,
	foldText,
	matchAnswerKind,
	responseConditionSchema,
	scoreRange,
	type Question,
	type ResponseCondition,
} from '@feedback/contract';

import type { Catalog, CatalogPrompt } from './read-catalog.ts';
import type { ReplyCondition } from './reply.ts';

/** What the site lacks or does not allow: for the person who asked, without words of the model. */
export type Unresolved = { leftOut: string };

/** A condition of a reply as a filter has it, if everything that it names exists. */
export function resolveCondition(
	condition: ReplyCondition,
	{ traits }: Pick<Catalog, 'traits'>,
	prompts: readonly CatalogPrompt[],
): ResponseCondition | Unresolved {
	const { about, name, op, value } = condition;
	const compared = ['answered', 'skipped', 'exists', 'missing'].includes(op)
		? { op }
		: { op, value };
	if (about === 'trait') {
		if (!traits.includes(name)) return { leftOut: 'A trait: no visitor of the site has it.' };
		return parse({ trait: name, ...compared }, 'A trait');
	}
	if (about === 'context') return parse({ context: name, ...compared }, 'The page or device');
	const question = prompts.flatMap(({ questions }) => questions).find(({ id }) => id === name);
	if (!question) return { leftOut: 'An answer: no such question is asked there.' };
	const chosen = toOptions(question, compared);
	if (!chosen)
		return { leftOut: `An answer to “${question.title}”: it has no such option or score.` };
	return parse({ answer: name, ...chosen }, `An answer to “${question.title}”`);
}

function parse(condition: object, what: string): ResponseCondition | Unresolved {
	const { data } = responseConditionSchema.safeParse(condition);
	if (data === undefined) return { leftOut: `${what}: it cannot be compared in this way.` };
	return data as ResponseCondition;
}

type Compared = { op: string; value?: ReplyCondition['value'] };

/** The comparison with values of options in place of their labels; undefined for what the question does not offer. */
function toOptions(question: Question, compared: Compared): Compared | undefined {
	const { value } = compared;
	if (value === undefined || answerKinds[question.type] === 'text') return compared;
	const values = [value].flat();
	const find = (given: unknown): string | undefined => {
		const { options } = question as { options: { value: string; label: string }[] };
		const wanted = foldText(String(given));
		return options.find((one) => [one.value, one.label].some((text) => foldText(text) === wanted))
			?.value;
	};
	const inOptions = (): Compared | undefined => {
		const found = values.map(find);
		if (found.includes(undefined)) return undefined;
		return { ...compared, value: Array.isArray(value) ? (found as string[]) : found[0]! };
	};
	return matchAnswerKind<Compared | undefined>(question, {
		score: (scored) => {
			const { from, to } = scoreRange(scored);
			const fits = (given: unknown) => typeof given === 'number' && given >= from && given <= to;
			return values.every(fits) ? compared : undefined;
		},
		choice: inOptions,
		choices: inOptions,
		yes_no: () => (values.every((given) => typeof given === 'boolean') ? compared : undefined),
		text: () => compared,
		picture: () => undefined,
		none: () => undefined,
	});
}
