import { linkSchema } from '@feedback/contract';
import { z } from 'zod';

import { askItem, type Draw } from './ask-item.ts';
import { type Choice, type Condition, Draft, type Imported } from './draft.ts';
import { type Localized, toLocalized } from './localized.ts';

const questionSchema = z.looseObject({
	id: z.string(),
	type: z.string(),
	required: z.boolean().nullish(),
	choices: z.array(z.unknown()).nullish(),
	logic: z.array(z.unknown()).nullish(),
});

type Question = z.output<typeof questionSchema>;

const surveySchema = z
	.looseObject({
		name: z.string(),
		questions: z.array(questionSchema).nullish(),
		blocks: z
			.array(
				z.looseObject({
					id: z.string(),
					elements: z.array(questionSchema),
					logic: z.array(z.unknown()).nullish(),
				}),
			)
			.nullish(),
		endings: z
			.array(z.looseObject({ id: z.string().nullish(), type: z.string().nullish() }))
			.nullish(),
		welcomeCard: z.looseObject({ enabled: z.boolean().nullish() }).nullish(),
		thankYouCard: z.looseObject({ enabled: z.boolean().nullish() }).nullish(),
		triggers: z.array(z.unknown()).nullish(),
		languages: z
			.array(
				z.looseObject({
					default: z.boolean().nullish(),
					language: z.looseObject({ code: z.string() }).nullish(),
				}),
			)
			.nullish(),
		displayOption: z.string().nullish(),
		displayLimit: z.number().nullish(),
		recontactDays: z.number().nullish(),
		delay: z.number().nullish(),
	})
	.refine(({ questions, blocks }) => questions?.length || blocks?.length, {
		error: 'must have questions or blocks',
	});

/** A survey of Formbricks’ API, or several of them. */
export const formbricksSchema = z.union([
	surveySchema.transform((survey) => [survey]),
	z.array(surveySchema).min(1),
	z.object({ data: surveySchema }).transform(({ data }) => [data]),
	z.object({ data: z.array(surveySchema).min(1) }).transform(({ data }) => data),
]);

type Survey = z.output<typeof surveySchema>;

const endLabels = (question: Question) => ({
	low_label: toLocalized(question['lowerLabel']),
	high_label: toLocalized(question['upperLabel']),
});

const drawChoices =
	(type: 'single_choice' | 'multiple_choice'): Draw<Question> =>
	({ choices, shuffleOption }) => {
		const read = (choices ?? []).map(toChoice);
		const isOther = ({ names }: Choice) => names?.includes('other') === true;
		return {
			question: { type, randomize: shuffleOption === 'all' || shuffleOption === 'exceptLast' },
			texts: { other_label: read.find((choice) => isOther(choice))?.label },
			choices: read.filter((choice) => !isOther(choice)),
		};
	};

/** How each type of question is asked. Questions of other types are left out. */
const draws: Record<string, Draw<Question>> = {
	openText({ inputType, longAnswer, placeholder }, note) {
		const format = { email: 'email', url: 'url' }[String(inputType)];
		if (inputType && inputType !== 'text' && !format)
			note(`a ${String(inputType)} is a short text`);
		const isLong = !format && longAnswer !== false && (inputType ?? 'text') === 'text';
		return {
			question: isLong ? { type: 'long_text' } : { type: 'short_text', ...(format && { format }) },
			texts: { placeholder: toLocalized(placeholder) },
		};
	},
	multipleChoiceSingle: drawChoices('single_choice'),
	multipleChoiceMulti: drawChoices('multiple_choice'),
	nps: (question) => ({ question: { type: 'nps' }, texts: endLabels(question) }),
	rating: (question) => ({
		question: {
			type: 'rating',
			scale: Number(question['range'] ?? 5),
			style: { star: 'stars', smiley: 'faces' }[String(question['scale'])] ?? 'numbers',
		},
		texts: endLabels(question),
	}),
	csat: () => ({ question: { type: 'rating', style: 'faces', scale: 5 } }),
	ces: (question) => ({
		question: { type: 'rating', style: 'numbers', scale: Number(question['range'] ?? 7) },
		texts: endLabels(question),
	}),
	consent: ({ label }) => ({ question: { type: 'consent' }, texts: { label: toLocalized(label) } }),
	cta({ buttonUrl, buttonExternal, buttonLabel, ctaButtonLabel }, note) {
		const label = toLocalized(ctaButtonLabel ?? buttonLabel)?.text;
		const url = buttonExternal === true ? String(buttonUrl ?? '') : '';
		const isAllowed = linkSchema.safeParse(url).success;
		if (url && !isAllowed) note('the link is left out; it must start with https://, mailto: or /');
		return {
			question: { type: 'message', ...(label && { button: { label, ...(isAllowed && { url }) } }) },
		};
	},
};

export function readFormbricks(survey: Survey, taken: Set<string>): Imported {
	const language = survey.languages?.find((one) => one.default)?.language?.code;
	const draft = new Draft(survey.name, taken, language);
	const { welcomeCard } = survey;
	if (welcomeCard?.enabled) {
		const label = toLocalized(welcomeCard['buttonLabel'])?.text ?? 'Next';
		draft.add({
			source: 'welcome',
			path: 'welcomeCard',
			question: { type: 'message', button: { label } },
			texts: {
				title: toLocalized(welcomeCard['headline']),
				text: toLocalized(welcomeCard['subheader'] ?? welcomeCard['html']),
			},
		});
	}
	const placed = listQuestions(survey);
	for (const { question, path } of placed) addQuestion(draft, question, path);
	addLogic(draft, survey, placed);
	addEndings(draft, survey);
	addSettings(draft, survey);
	return draft.finish();
}

type Placed = { question: Question; path: string };

function listQuestions({ questions, blocks }: Survey): Placed[] {
	const inBlocks = (blocks ?? []).flatMap(({ elements }, block) =>
		elements.map((question, at) => ({ question, path: `blocks.${block}.elements.${at}` })),
	);
	const plain = (questions ?? []).map((question, at) => ({ question, path: `questions.${at}` }));
	return inBlocks.length > 0 ? inBlocks : plain;
}

function addQuestion(draft: Draft, question: Question, path: string): void {
	askItem(draft, draws, {
		item: question,
		type: question.type,
		source: question.id,
		path,
		required: question.required === true,
		title: toLocalized(question['headline']),
		text: toLocalized(question['subheader'] ?? question['html']),
	});
}

function toChoice(choice: unknown): Choice {
	const { id, label } =
		typeof choice === 'object' && choice !== null
			? (choice as { id?: unknown; label?: unknown })
			: { id: undefined, label: choice };
	const text = toLocalized(label) ?? { text: 'Option', other: {} };
	return { label: text, names: typeof id === 'string' ? [id] : [] };
}

const ruleSchema = z.looseObject({
	conditions: z.looseObject({
		connector: z.string().nullish(),
		conditions: z.array(
			z.looseObject({
				leftOperand: z.looseObject({ value: z.string() }),
				operator: z.string(),
				rightOperand: z
					.looseObject({ type: z.string().nullish(), value: z.unknown().optional() })
					.nullish(),
			}),
		),
	}),
	actions: z.array(z.looseObject({ objective: z.string(), target: z.unknown().optional() })),
});

/** The form before version 2.6: a condition on the answer, and where to go. */
const earlierRuleSchema = z.looseObject({
	condition: z.string(),
	value: z.unknown().optional(),
	destination: z.string(),
});

function addLogic(draft: Draft, survey: Survey, placed: Placed[]): void {
	for (const { question, path } of placed) {
		question.logic?.forEach((rule, at) =>
			addRule(draft, survey, question, rule, `${path}.logic.${at}`),
		);
	}
	survey.blocks?.forEach(({ elements, logic }, block) => {
		const last = elements.at(-1);
		if (!last) return;
		logic?.forEach((rule, at) => addRule(draft, survey, last, rule, `blocks.${block}.logic.${at}`));
	});
}

function addRule(
	draft: Draft,
	survey: Survey,
	{ id: from }: Question,
	rule: unknown,
	path: string,
): void {
	const target = (to: unknown): string => {
		if (to === 'end' || survey.endings?.some((ending) => ending.id === to)) return 'end';
		const block = survey.blocks?.find((one) => one.id === to);
		return block?.elements[0]?.id ?? String(to);
	};
	const unread = () =>
		draft.note(path, 'left_out', 'a branch has one condition, on its own answer');
	const earlier = earlierRuleSchema.safeParse(rule).data;
	if (earlier) {
		const when = toCondition(draft, from, earlier.condition, earlier.value);
		return when ? draft.branch({ from, when, to: target(earlier.destination), path }) : unread();
	}
	const read = ruleSchema.safeParse(rule).data;
	if (!read) return unread();
	const { connector, conditions } = read.conditions;
	const jump = read.actions.find(({ objective }) => objective.startsWith('jumpTo'));
	for (const { objective } of read.actions) {
		if (!objective.startsWith('jumpTo'))
			draft.note(path, 'left_out', `no branch can "${objective}"`);
	}
	if (!jump) return;
	const whens = conditions.map(({ leftOperand, operator, rightOperand }) =>
		leftOperand.value === from && (rightOperand?.type ?? 'static') === 'static'
			? toCondition(draft, from, operator, rightOperand?.value)
			: undefined,
	);
	const isEither = connector === 'or' || whens.length === 1;
	if (!isEither || whens.includes(undefined)) return unread();
	for (const when of whens) draft.branch({ from, when: when!, to: target(jump.target), path });
}

function toCondition(
	draft: Draft,
	from: string,
	operator: string,
	given: unknown,
): Condition | undefined {
	const find = (value: unknown) => draft.valueOf(from, String(value)) ?? value;
	const value = find(given);
	if (operator === 'isSubmitted' || operator === 'submitted') return { op: 'answered' };
	if (operator === 'isSkipped' || operator === 'skipped') return { op: 'skipped' };
	if (operator === 'isAccepted' || operator === 'accepted') return { op: 'is', value: true };
	if ((operator === 'equalsOneOf' || operator === 'includesOne') && Array.isArray(given)) {
		return { op: 'one_of', value: given.map((one) => find(one) as string) };
	}
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	if (operator === 'equals') return { op: 'is', value };
	if (operator === 'doesNotEqual' || operator === 'notEquals') return { op: 'is_not', value };
	if (operator === 'contains') return { op: 'contains', value };
	const number = Number(value);
	if (Number.isNaN(number)) return undefined;
	if (operator === 'isGreaterThan' || operator === 'greaterThan')
		return { op: 'at_least', value: number + 1 };
	if (operator === 'isGreaterThanOrEqual' || operator === 'greaterEqual')
		return { op: 'at_least', value: number };
	if (operator === 'isLessThan' || operator === 'lessThan')
		return { op: 'at_most', value: number - 1 };
	if (operator === 'isLessThanOrEqual' || operator === 'lessEqual')
		return { op: 'at_most', value: number };
	return undefined;
}

function addEndings(draft: Draft, { endings, thankYouCard }: Survey): void {
	const screens = (endings ?? []).map((ending, at) => ({ ending, path: `endings.${at}` }));
	const shown = screens.find(({ ending }) => (ending.type ?? 'endScreen') === 'endScreen');
	for (const screen of screens) {
		if (screen !== shown) draft.note(screen.path, 'left_out', 'a prompt has one thank-you screen');
	}
	const card = shown ?? (thankYouCard?.enabled && { ending: thankYouCard, path: 'thankYouCard' });
	if (!card) return;
	const said = (key: string): Localized | undefined =>
		toLocalized((card.ending as Record<string, unknown>)[key]);
	draft.thank(said('headline'), said('subheader'), card.path);
}

const triggerSchema = z.looseObject({
	actionClass: z.looseObject({ key: z.string().nullish(), name: z.string() }),
});

const shows: Record<string, 'once' | 'until_answered' | 'always'> = {
	displayOnce: 'once',
	displayMultiple: 'until_answered',
	respondMultiple: 'always',
};

function addSettings(draft: Draft, survey: Survey): void {
	const names = (survey.triggers ?? []).flatMap((trigger) => {
		if (typeof trigger === 'string') return [trigger];
		const { data } = triggerSchema.safeParse(trigger);
		return data ? [data.actionClass.key || data.actionClass.name] : [];
	});
	draft.triggerBy(names, 'triggers');
	const { displayOption, displayLimit, recontactDays, delay } = survey;
	const show = shows[displayOption ?? ''];
	if (displayOption === 'displaySome' && displayLimit) {
		draft.settings.limits = { show: 'times', times: displayLimit };
	} else if (show) {
		const isRepeated = show !== 'once' && (recontactDays ?? 0) > 0;
		draft.settings.limits = { show, ...(isRepeated && { again_after_days: recontactDays! }) };
	}
	if (delay) draft.settings.timing = { delay_seconds: delay };
	for (const key of [
		'segment',
		'segmentId',
		'autoComplete',
		'pin',
		'singleUse',
		'hiddenFields',
		'variables',
	]) {
		const value = survey[key];
		const isUnused =
			value === null ||
			value === undefined ||
			(typeof value === 'object' &&
				(Object.keys(value).length === 0 || (value as { enabled?: unknown }).enabled === false));
		if (!isUnused) draft.note(key, 'left_out', 'prompt files do not support this');
	}
}
