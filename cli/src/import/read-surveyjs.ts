import { z } from 'zod';

import { askItem, type Draw } from './ask-item.ts';
import { type Choice, type Condition, Draft, type Imported } from './draft.ts';
import { type Localized, toLocalized } from './localized.ts';

type Element = z.output<typeof elementSchema>;

const elementSchema = z.looseObject({
	type: z.string(),
	name: z.string(),
	get elements() {
		return z.array(elementSchema).nullish();
	},
	choices: z.array(z.unknown()).nullish(),
	rateValues: z.array(z.unknown()).nullish(),
	rateMin: z.number().nullish(),
	rateMax: z.number().nullish(),
	rateCount: z.number().nullish(),
	isRequired: z.boolean().nullish(),
	visibleIf: z.string().nullish(),
});

const pageSchema = z.looseObject({
	elements: z.array(elementSchema).nullish(),
	questions: z.array(elementSchema).nullish(),
	visibleIf: z.string().nullish(),
});

/** A survey of SurveyJS, with its elements on pages or without pages. */
export const surveyjsSchema = z
	.looseObject({
		title: z.unknown().optional(),
		locale: z.string().nullish(),
		pages: z.array(pageSchema).nullish(),
		elements: z.array(elementSchema).nullish(),
		questions: z.array(elementSchema).nullish(),
		completedHtml: z.unknown().optional(),
		triggers: z.array(z.unknown()).nullish(),
		completeText: z.unknown().optional(),
	})
	.refine(({ pages, elements, questions }) => pages || elements || questions, {
		error: 'must have pages, elements or questions',
	})
	.transform((survey) => [survey]);

type Survey = z.output<typeof surveyjsSchema>[number];

const drawChoices =
	(type: 'single_choice' | 'multiple_choice'): Draw<Element> =>
	(element, note) => {
		if (element['imageLink'] || element.type === 'imagepicker')
			note('the options have no pictures');
		const hasOther = element['hasOther'] === true || element['showOtherItem'] === true;
		const hasNone = element['hasNone'] === true || element['showNoneItem'] === true;
		const choices: Choice[] = (element.choices ?? []).map(toChoice);
		if (hasNone) {
			choices.push({ label: toLocalized(element['noneText']) ?? plain('None'), value: 'none' });
		}
		return {
			question: { type, randomize: element['choicesOrder'] === 'random' },
			texts: {
				other_label: hasOther ? (toLocalized(element['otherText']) ?? plain('Other')) : undefined,
			},
			choices,
		};
	};

/** How each type of element is asked. Elements of other types are left out. */
const draws: Record<string, Draw<Element>> = {
	text(element, note) {
		const format = { email: 'email', url: 'url' }[String(element['inputType'])];
		if (element['inputType'] && element['inputType'] !== 'text' && !format) {
			note(`a text of type "${String(element['inputType'])}" is a short text`);
		}
		return {
			question: { type: 'short_text', ...(format && { format }) },
			texts: { placeholder: toLocalized(element['placeholder'] ?? element['placeHolder']) },
		};
	},
	comment: (element) => ({
		question: { type: 'long_text' },
		texts: { placeholder: toLocalized(element['placeholder'] ?? element['placeHolder']) },
	}),
	radiogroup: drawChoices('single_choice'),
	dropdown: drawChoices('single_choice'),
	checkbox: drawChoices('multiple_choice'),
	tagbox: drawChoices('multiple_choice'),
	imagepicker: (element, note) =>
		drawChoices(element['multiSelect'] === true ? 'multiple_choice' : 'single_choice')(
			element,
			note,
		),
	boolean: (element) => ({
		question: { type: 'yes_no' },
		texts: {
			yes_label: toLocalized(element['labelTrue']),
			no_label: toLocalized(element['labelFalse']),
		},
	}),
	html: (element) => ({
		question: { type: 'message' },
		texts: { title: plain(element.name), text: toLocalized(element['html']) },
	}),
	rating(element, note) {
		const texts = {
			low_label: toLocalized(element['minRateDescription'] ?? element['mininumRateDescription']),
			high_label: toLocalized(element['maxRateDescription'] ?? element['maximumRateDescription']),
		};
		const { rateMin, rateMax, rateCount, rateValues } = element;
		const from = rateMin ?? 1;
		const count = rateValues?.length ?? rateCount ?? (rateMax ?? 5) - from + 1;
		if (from === 0 && count === 11) return { question: { type: 'nps' }, texts };
		if (from !== 1) note(`the scale starts at 1 instead of ${from}`);
		if (rateValues) note('the values are 1, 2, 3 and so on');
		const look = String(element['rateType'] ?? element['rateDisplayMode'] ?? 'numbers');
		const style = { stars: 'stars', smileys: 'faces' }[look] ?? 'numbers';
		const values = rateValues?.map((one) =>
			typeof one === 'object' && one !== null && 'value' in one ? one.value : one,
		);
		const toScore = (raw: unknown) => (values ? values.indexOf(raw) + 1 : Number(raw) + 1 - from);
		return { question: { type: 'rating', style, scale: count }, texts, toScore };
	},
};

export function readSurveyjs(survey: Survey, taken: Set<string>): Imported {
	const title = toLocalized(survey.title)?.text ?? 'Imported survey';
	const draft = new Draft(title, taken, survey.locale);
	const pages = survey.pages ?? [{ elements: survey.elements ?? survey.questions ?? [] }];
	const elements = pages.flatMap((page, at) => {
		const place = survey.pages ? `pages.${at}.elements` : 'elements';
		return flatten(page.elements ?? page['questions'] ?? [], place, page.visibleIf ?? undefined);
	});
	const asked = elements.filter((element) => addElement(draft, element));
	addConditions(draft, asked);
	const thanks = toLocalized(survey.completedHtml);
	if (thanks) draft.thank(thanks, undefined, 'completedHtml');
	const send = toLocalized(survey.completeText);
	if (send) draft.settings.button_labels = { send: send.text };
	if (survey.triggers?.length) draft.note('triggers', 'left_out', 'a prompt has branches instead');
	draft.triggerBy([], 'trigger');
	return draft.finish();
}

type Placed = { element: Element; path: string; visibleIf: string | undefined };

/** The elements of panels, too, with the conditions of their panels. */
function flatten(elements: Element[], place: string, outer: string | undefined): Placed[] {
	return elements.flatMap((element, at) => {
		const path = `${place}.${at}`;
		const conditions = [outer, element.visibleIf].filter(Boolean);
		const visibleIf = conditions.length > 1 ? conditions.join(' and ') : conditions[0]!;
		return element.type === 'panel'
			? flatten(element.elements ?? [], `${path}.elements`, visibleIf)
			: [{ element, path, visibleIf }];
	});
}

/** Whether the element is asked. */
function addElement(draft: Draft, { element, path }: Placed): boolean {
	return askItem(draft, draws, {
		item: element,
		type: element.type,
		source: element.name,
		path,
		required: element.isRequired === true,
		title: toLocalized(element['title']) ?? plain(element.name),
		text: toLocalized(element['description']),
	});
}

/**
 * Turns `visibleIf` into branches: of questions in a row with the same condition on the question before them, that
 * question skips them if the condition is not met.
 */
function addConditions(draft: Draft, asked: Placed[]): void {
	asked.forEach(({ visibleIf, path }, at) => {
		if (!visibleIf || asked[at - 1]?.visibleIf === visibleIf) return;
		const last = asked.findIndex((other, index) => index > at && other.visibleIf !== visibleIf);
		const read = readCondition(visibleIf);
		const before = asked[at - 1]?.element;
		const opposite = read && before?.name === read.question ? invert(draft, before.name, read) : [];
		if (!before || opposite.length === 0) {
			const message = 'a branch has one condition, on the question before; shown to everyone';
			return draft.note(`${path}.visibleIf`, 'left_out', message);
		}
		const to = last === -1 ? 'end' : asked[last]!.element.name;
		for (const when of opposite) {
			draft.branch({ from: before.name, when, to, path: `${path}.visibleIf` });
		}
	});
}

type Comparison = { question: string; operator: string; value: string | number | boolean };

const comparison =
	/^\s*\{([^}]+)\}\s*(=|==|equal|<>|!=|notequal|>=|greaterorequal|<=|lessorequal|>|greater|<|less|contains|notempty|empty)\s*(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?)|(true|false))?\s*$/i;

/** Reads an expression with one comparison. */
function readCondition(expression: string): Comparison | undefined {
	const found = comparison.exec(expression);
	if (!found) return undefined;
	const [, question = '', operator = '', single, double, number, flag] = found;
	const value =
		number === undefined ? (flag ? flag === 'true' : (single ?? double ?? '')) : Number(number);
	return { question, operator: operator.toLowerCase(), value };
}

/** Conditions of which one is met exactly if the comparison is not; none if there are no such conditions. */
function invert(draft: Draft, source: string, { operator, value }: Comparison): Condition[] {
	const known = draft.valueOf(source, String(value)) ?? value;
	if (operator === 'notempty') return [{ op: 'skipped' }];
	if (operator === 'empty') return [{ op: 'answered' }];
	if (['=', '==', 'equal'].includes(operator)) return [{ op: 'is_not', value: known }];
	if (['<>', '!=', 'notequal'].includes(operator)) return [{ op: 'is', value: known }];
	if (typeof value !== 'number') return [];
	const opposites: Record<string, Condition> = {
		'>=': { op: 'at_most', value: value - 1 },
		greaterorequal: { op: 'at_most', value: value - 1 },
		'>': { op: 'at_most', value },
		greater: { op: 'at_most', value },
		'<=': { op: 'at_least', value: value + 1 },
		lessorequal: { op: 'at_least', value: value + 1 },
		'<': { op: 'at_least', value },
		less: { op: 'at_least', value },
	};
	const opposite = opposites[operator];
	return opposite ? [opposite, { op: 'skipped' }] : [];
}

const plain = (text: string): Localized => ({ text, other: {} });

/** A choice is a value, a value with a text, or `value|text`. */
function toChoice(choice: unknown) {
	const { value, text } =
		typeof choice === 'object' && choice !== null
			? (choice as { value?: unknown; text?: unknown })
			: { value: choice, text: undefined };
	const [before = '', after] = String(value).split('|');
	return {
		label: toLocalized(text) ?? plain(after ?? before),
		value: before,
		names: [before, String(value)],
	};
}
