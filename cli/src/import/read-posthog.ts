import { z } from 'zod';

import { Draft, type Choice, type Imported } from './draft.ts';
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
const groups = (scale: number): Record<string, { op: 'at_least' | 'at_most'; value: number }> => ({
	promoters: { op: 'at_least', value: 9 },
	passives: { op: 'at_least', value: 7 },
	detractors: { op: 'at_most', value: 6 },
	positive: { op: 'at_least', value: Math.floor(scale / 2) + 1 + (scale % 2) },
	neutral: { op: 'at_least', value: Math.ceil(scale / 2) },
	negative: { op: 'at_most', value: Math.floor(scale / 2) },
});
// The highest group first: a branch applies only if none before it does.
const groupOrder = ['promoters', 'passives', 'detractors', 'positive', 'neutral', 'negative'];

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

function addQuestion(draft: Draft, question: Question, at: number): void {
	const path = `questions.${at}`;
	const said = (field: string): Localized | undefined => {
		const original = question[field];
		if (typeof original !== 'string' || original.trim() === '') return undefined;
		return { text: original, other: readOther(question.translations, field) };
	};
	const texts = { title: said('question'), help: said('description') };
	const required = question.optional !== true;
	const add = (
		own: Parameters<Draft['add']>[0]['question'],
		more: Record<string, Localized | undefined> = {},
		choices?: Choice[],
	) =>
		draft.add({
			source: sourceOf(question, at),
			path,
			question: { required, ...own },
			texts: { ...texts, ...more },
			...(choices && { choices }),
		});
	const ends = { low_label: said('lowerBoundLabel'), high_label: said('upperBoundLabel') };
	const scale = question.scale ?? 5;
	switch (question.type) {
		case 'open':
			return add({ type: 'long_text' });
		case 'link':
			return addLink(draft, question, at, texts.title);
		case 'rating':
			if (scale === 10) return add({ type: 'nps' }, ends);
			return add(
				{ type: 'rating', style: question.display === 'emoji' ? 'faces' : 'numbers', scale },
				ends,
			);
		case 'single_choice':
		case 'multiple_choice': {
			const labels = question.choices ?? [];
			const closed = question.hasOpenChoice ? labels.slice(0, -1) : labels;
			if (closed.length < 2) return draft.note(path, 'left_out', 'a choice needs two options');
			const choices = closed.map((label, index) => ({
				label: { text: label, other: readOtherChoice(question.translations, index) },
				names: [`#${index}`],
			}));
			const other = question.hasOpenChoice ? { text: labels.at(-1)!, other: {} } : undefined;
			const randomize = question.shuffleOptions === true;
			return add({ type: question.type, randomize }, { other_label: other }, choices);
		}
		default:
			return draft.note(path, 'left_out', `a prompt has no questions of type "${question.type}"`);
	}
}

function addLink(draft: Draft, question: Question, at: number, title: Localized | undefined): void {
	const path = `questions.${at}`;
	const link = question.link ?? '';
	const isAllowed = /^(https:\/\/|mailto:)/.test(link);
	if (!isAllowed) draft.note(`${path}.link`, 'left_out', 'a link starts with https:// or mailto:');
	const label = question.buttonText?.trim() || 'Open';
	draft.add({
		source: sourceOf(question, at),
		path,
		question: { type: 'message', ...(isAllowed && { button: { label, url: link } }) },
		texts: {
			title,
			...(question.description && { text: { text: question.description, other: {} } }),
		},
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
	const jump = (when: Parameters<Draft['branch']>[0]['when'], index: number | string) => {
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
	const values = Object.entries(branching.responseValues ?? {}).toSorted(
		([one], [other]) => groupOrder.indexOf(one) - groupOrder.indexOf(other),
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
