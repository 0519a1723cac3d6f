import { linkSchema } from '@feedback/contract';
import { z } from 'zod';

import { askItem, type Draw } from './ask-item.ts';
import { type Condition, Draft, type Imported } from './draft.ts';
import { type Localized, toTag } from './localized.ts';

const text = z.string().nullish();

const questionSchema = z.looseObject({
	id: text,
	type: z.string(),
	question: z.string(),
	description: text,
	optional: z.boolean().nullish(),
	buttonText: text,
	link: text,
	display: text,
	scale: z.number().nullish(),
	lowerBoundLabel: text,
	upperBoundLabel: text,
	choices: z.array(z.string()).nullish(),
	hasOpenChoice: z.boolean().nullish(),
	shuffleOptions: z.boolean().nullish(),
	branching: z
		.looseObject({
			type: z.string(),
			index: z.number().nullish(),
			responseValues: z.record(z.string(), z.union([z.number(), z.string()])).nullish(),
		})
		.nullish(),
	translations: z.record(z.string(), z.record(z.string(), z.unknown())).nullish(),
});

const surveySchema = z.looseObject({
	name: z.string(),
	questions: z.array(questionSchema).min(1),
	appearance: z.record(z.string(), z.unknown()).nullish(),
	conditions: z.record(z.string(), z.unknown()).nullish(),
	translations: z.record(z.string(), z.record(z.string(), z.unknown())).nullish(),
});

/** A survey of PostHog’s API, or a page of them. */
export const posthogSchema = z.union([
	surveySchema.transform((survey) => [survey]),
	z.array(surveySchema).min(1),
	z.object({ results: z.array(surveySchema).min(1) }).transform(({ results }) => results),
]);

type Survey = z.output<typeof surveySchema>;
type Question = z.output<typeof questionSchema>;

const positions: Record<
	string,
	'bottom_left' | 'bottom_right' | 'top_left' | 'top_right' | 'center'
> = {
	left: 'bottom_left',
	right: 'bottom_right',
	center: 'center',
	middle_center: 'center',
	top_left: 'top_left',
	top_right: 'top_right',
};

/** Groups of answers that a branch may name, as conditions on the score. */
const groups = (scale: number): Record<string, Condition> => {
	const middle = (scale + 1) / 2;
	return {
		promoters: { op: 'at_least', value: 9 },
		passives: { op: 'one_of', value: [7, 8] },
		detractors: { op: 'at_most', value: 6 },
		positive: { op: 'at_least', value: Math.floor(middle) + 1 },
		neutral: { op: 'is', value: middle },
		negative: { op: 'at_most', value: Math.ceil(middle) - 1 },
	};
};

export function readPosthog(survey: Survey, taken: Set<string>): Imported {
	const draft = new Draft(survey.name, taken);
	survey.questions.forEach((question, at) => addQuestion(draft, question, at));
	survey.questions.forEach((question, at) => addBranches(draft, survey.questions, question, at));
	addAppearance(draft, survey);
	addConditions(draft, survey.conditions ?? {});
	return draft.finish();
}

const sourceOf = ({ id }: Question, at: number) =>
	id && !/^[\da-f-]{36}$/.test(id) ? id : `q${at + 1}`;

const said = (question: Question, field: string): Localized | undefined => {
	const original = question[field];
	if (typeof original !== 'string' || original.trim() === '') return undefined;
	return { text: original, other: readOther(question.translations, field) };
};

const drawChoices: Draw<Question> = ({
	type,
	choices,
	hasOpenChoice,
	shuffleOptions,
	...question
}) => {
	const labels = choices ?? [];
	const closed = hasOpenChoice ? labels.slice(0, -1) : labels;
	const other = hasOpenChoice ? labels.at(-1) : undefined;
	return {
		question: { type: type as 'single_choice', randomize: shuffleOptions === true },
		texts: { other_label: other === undefined ? undefined : { text: other, other: {} } },
		choices: closed.map((label, index) => ({
			label: { text: label, other: readOtherChoice(question.translations, index) },
			names: [`#${index}`],
		})),
	};
};

/** How each type of question is asked. Questions of other types are left out. */
const draws: Record<string, Draw<Question>> = {
	open: () => ({ question: { type: 'long_text' } }),
	single_choice: drawChoices,
	multiple_choice: drawChoices,
	rating(question) {
		const { scale, display } = question;
		const texts = {
			low_label: said(question, 'lowerBoundLabel'),
			high_label: said(question, 'upperBoundLabel'),
		};
		if (scale === 10) return { question: { type: 'nps' }, texts };
		const style = display === 'emoji' ? 'faces' : 'numbers';
		return { question: { type: 'rating', style, scale: scale ?? 5 }, texts };
	},
	link({ link, buttonText }, note) {
		const { success } = linkSchema.safeParse(link);
		if (!success) note('the link is left out; it must start with https://, mailto: or /');
		const button = { label: buttonText?.trim() || 'Open', url: link };
		return { question: { type: 'message', ...(success && { button }) } };
	},
};

function addQuestion(draft: Draft, question: Question, at: number): void {
	askItem(draft, draws, {
		item: question,
		type: question.type,
		source: sourceOf(question, at),
		alias: question.id ?? undefined,
		path: `questions.${at}`,
		required: question.optional !== true,
		title: said(question, 'question'),
		text: said(question, 'description'),
	});
}

function addBranches(draft: Draft, questions: Question[], question: Question, at: number): void {
	const { branching } = question;
	if (!branching || branching.type === 'next_question') return;
	const path = `questions.${at}.branching`;
	const from = sourceOf(question, at);
	const target = (index: number | string): string | undefined => {
		if (index === 'end') return 'end';
		const to = questions[Number(index)];
		return to && sourceOf(to, Number(index));
	};
	const jump = (when: Condition, index: number | string) => {
		const to = target(index);
		if (to !== undefined) draft.branch({ from, when, to, path });
		else draft.note(path, 'left_out', `there is no question ${index}`);
	};
	const always = (index: number | string) => {
		jump({ op: 'answered' }, index);
		jump({ op: 'skipped' }, index);
	};
	if (branching.type === 'end') return always('end');
	if (branching.type === 'specific_question') return always(branching.index ?? at + 1);
	const named = groups(question.scale ?? 5);
	const order = Object.keys(named);
	const values = Object.entries(branching.responseValues ?? {}).toSorted(
		([one], [other]) => order.indexOf(one) - order.indexOf(other),
	);
	for (const [answer, index] of values) {
		if (index === 'next_question') continue;
		const value = draft.valueOf(from, `#${answer}`);
		if (named[answer]) jump(named[answer], index);
		else if (value !== undefined) jump({ op: 'is', value }, index);
		else if (/^\d+$/.test(answer) && question.type === 'rating')
			jump({ op: 'is', value: Number(answer) }, index);
		else draft.note(path, 'left_out', `no condition means "${answer}"`);
	}
}

function addAppearance(draft: Draft, { appearance, translations }: Survey): void {
	const look = appearance ?? {};
	const string = (key: string) => (typeof look[key] === 'string' ? look[key].trim() : '');
	if (look['displayThankYouMessage'] === true) {
		const said = (key: string): Localized | undefined =>
			string(key) ? { text: string(key), other: readOther(translations, key) } : undefined;
		draft.thank(
			said('thankYouMessageHeader') ?? { text: 'Thank you!', other: {} },
			said('thankYouMessageDescription'),
			'appearance',
		);
	}
	const position = positions[string('position')];
	const accent = string('submitButtonColor');
	const isColor = /^#[\da-f]{6}$/i.test(accent);
	if (position || isColor) {
		draft.settings.appearance = { ...(position && { position }), ...(isColor && { accent }) };
	}
	const label = string('submitButtonText');
	if (label && label !== 'Submit') draft.settings.button_labels = { send: label };
	const delay = Number(look['surveyPopupDelaySeconds']);
	if (delay > 0) draft.settings.timing = { delay_seconds: delay };
	if (look['shuffleQuestions'] === true) {
		draft.note('appearance.shuffleQuestions', 'left_out', 'questions keep their order');
	}
}

const eventsSchema = z.object({ values: z.array(z.object({ name: z.string() })).min(1) });

function addConditions(draft: Draft, conditions: Record<string, unknown>): void {
	const { events, ...others } = conditions;
	const { data } = eventsSchema.safeParse(events);
	draft.triggerBy(data?.values.map(({ name }) => name) ?? [], 'conditions.events');
	for (const [key, value] of Object.entries(others)) {
		const isEmpty = value === null || value === '' || JSON.stringify(value) === '{"values":[]}';
		if (!isEmpty)
			draft.note(`conditions.${key}`, 'left_out', 'set the audience and limits instead');
	}
}

type Translated = Question['translations'];

function readOther(translations: Translated, field: string): Record<string, string> {
	return eachLanguage(translations, (words) => words[field]);
}

function readOtherChoice(translations: Translated, index: number): Record<string, string> {
	return eachLanguage(translations, ({ choices }) =>
		Array.isArray(choices) ? (choices[index] as unknown) : undefined,
	);
}

function eachLanguage(
	translations: Translated,
	read: (words: Record<string, unknown>) => unknown,
): Record<string, string> {
	const found = Object.entries(translations ?? {}).flatMap(([tag, words]) => {
		const language = toTag(tag);
		const said = read(words);
		return language && typeof said === 'string' && said.trim() ? [[language, said]] : [];
	});
	return Object.fromEntries(found);
}
