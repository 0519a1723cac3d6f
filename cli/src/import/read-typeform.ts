import { z } from 'zod';

import { askItem, type Draw } from './ask-item.ts';
import { type Condition, Draft, type Imported } from './draft.ts';
import type { Localized } from './localized.ts';

const propertiesSchema = z.looseObject({
	description: z.string().nullish(),
	steps: z.number().nullish(),
	start_at_one: z.boolean().nullish(),
	shape: z.string().nullish(),
	labels: z.record(z.string(), z.string().nullish()).nullish(),
	choices: z
		.array(
			z.looseObject({ ref: z.string().nullish(), id: z.string().nullish(), label: z.string() }),
		)
		.nullish(),
	allow_multiple_selection: z.boolean().nullish(),
	allow_other_choice: z.boolean().nullish(),
	randomize: z.boolean().nullish(),
	button_text: z.string().nullish(),
	get fields() {
		return z.array(fieldSchema).nullish();
	},
});

const fieldSchema = z.looseObject({
	id: z.string().nullish(),
	ref: z.string().nullish(),
	type: z.string(),
	title: z.string(),
	properties: propertiesSchema.nullish(),
	validations: z
		.looseObject({
			required: z.boolean().nullish(),
			min_selection: z.number().nullish(),
			max_selection: z.number().nullish(),
		})
		.nullish(),
});

const screenSchema = z.looseObject({
	ref: z.string().nullish(),
	title: z.string(),
	properties: z
		.looseObject({ description: z.string().nullish(), button_text: z.string().nullish() })
		.nullish(),
});

const operandSchema = z.looseObject({ type: z.string(), value: z.unknown().optional() });
const conditionSchema = z.looseObject({ op: z.string(), vars: z.array(operandSchema).nullish() });

/** A form of Typeform’s Create API. */
export const typeformSchema = z
	.looseObject({
		title: z.string(),
		fields: z.array(fieldSchema).min(1),
		settings: z.looseObject({ language: z.string().nullish() }).nullish(),
		welcome_screens: z.array(screenSchema).nullish(),
		thankyou_screens: z.array(screenSchema).nullish(),
		logic: z
			.array(
				z.looseObject({
					ref: z.string(),
					actions: z.array(
						z.looseObject({
							action: z.string(),
							details: z.looseObject({ to: operandSchema.nullish() }).nullish(),
							condition: conditionSchema.nullish(),
						}),
					),
				}),
			)
			.nullish(),
	})
	.transform((form) => [form]);

type Form = z.output<typeof typeformSchema>[number];
type Field = z.output<typeof fieldSchema>;
type Properties = z.output<typeof propertiesSchema>;
type Item = Properties & Pick<Field, 'validations'>;

const said = (text: string | null | undefined): Localized | undefined =>
	text?.trim()
		? { text: text.replaceAll(/\*([^*\n]+)\*|(?<!\w)_([^_\n]+)_(?!\w)/g, '$1$2'), other: {} }
		: undefined;

const endLabels = ({ labels }: Properties) => ({
	low_label: said(labels?.['left']),
	high_label: said(labels?.['right']),
});

const drawChoices: Draw<Item> = ({
	choices,
	allow_other_choice,
	allow_multiple_selection,
	randomize,
	validations,
}) => ({
	question: {
		randomize: randomize === true,
		...(allow_multiple_selection
			? {
					type: 'multiple_choice',
					min_choices: validations?.min_selection ?? undefined,
					max_choices: validations?.max_selection ?? undefined,
				}
			: { type: 'single_choice' }),
	},
	texts: { other_label: allow_other_choice ? said('Other') : undefined },
	choices: (choices ?? []).map(({ label, ref, id }) => ({
		label: said(label) ?? { text: 'Option', other: {} },
		names: [ref, id].filter((name) => typeof name === 'string'),
	})),
});

const addTo = (difference: number) => (raw: unknown) => Number(raw) + difference;

const drawShort =
	(message?: string): Draw<Item> =>
	(_, note) => {
		if (message) note(message);
		return { question: { type: 'short_text' } };
	};

/** How each type of field is asked. Fields of other types are left out. */
const draws: Record<string, Draw<Item>> = {
	short_text: drawShort(),
	long_text: () => ({ question: { type: 'long_text' } }),
	email: () => ({ question: { type: 'short_text', format: 'email' } }),
	website: () => ({ question: { type: 'short_text', format: 'url' } }),
	number: drawShort('a number is a short text'),
	phone_number: drawShort('a phone number is a short text'),
	date: drawShort('a date is a short text'),
	dropdown: drawChoices,
	multiple_choice: drawChoices,
	picture_choice(properties, note) {
		note('the options have no pictures');
		return drawChoices(properties, note);
	},
	yes_no: () => ({ question: { type: 'yes_no' } }),
	legal: () => ({ question: { type: 'consent' }, texts: { label: said('I accept') } }),
	statement: ({ button_text: label }) => ({
		question: { type: 'message', ...(label && { button: { label } }) },
	}),
	nps: (properties) => ({ question: { type: 'nps' }, texts: endLabels(properties) }),
	opinion_scale(properties, note) {
		const { steps, start_at_one } = properties;
		const count = steps ?? 11;
		const texts = endLabels(properties);
		if (count === 11) {
			return { question: { type: 'nps' }, texts, ...(start_at_one && { toScore: addTo(-1) }) };
		}
		if (!start_at_one) note('the scale starts at 1 instead of 0');
		return {
			question: { type: 'rating', style: 'numbers', scale: count },
			texts,
			...(!start_at_one && { toScore: addTo(1) }),
		};
	},
	rating({ steps, shape }, note) {
		if (shape && shape !== 'star') note(`the shape is a star instead of "${shape}"`);
		return { question: { type: 'rating', style: 'stars', scale: steps ?? 5 } };
	},
};

export function readTypeform(form: Form, taken: Set<string>): Imported {
	const draft = new Draft(form.title, taken, form.settings?.language);
	const welcome = form.welcome_screens?.[0];
	if (welcome) {
		draft.add({
			source: 'welcome',
			path: 'welcome_screens.0',
			question: { type: 'message', button: { label: welcome.properties?.button_text || 'Start' } },
			texts: { title: said(welcome.title), text: said(welcome.properties?.description) },
		});
	}
	addFields(draft, form.fields, 'fields');
	const [thanks, ...otherEnds] = form.thankyou_screens ?? [];
	if (thanks)
		draft.thank(said(thanks.title), said(thanks.properties?.description), 'thankyou_screens.0');
	otherEnds.forEach(({ ref }, at) => {
		if (ref !== 'default_tys') {
			draft.note(`thankyou_screens.${at + 1}`, 'left_out', 'a prompt has one thank-you screen');
		}
	});
	addLogic(draft, form);
	draft.triggerBy([], 'trigger');
	return draft.finish();
}

const sourceOf = ({ ref, id }: Field) => ref ?? id ?? 'question';

function addFields(draft: Draft, fields: Field[], place: string): void {
	fields.forEach((field, at) => {
		const path = `${place}.${at}`;
		const { type, title, validations } = field;
		const properties = field.properties ?? {};
		if (properties.fields && type !== 'matrix') {
			if (type !== 'inline_group')
				draft.note(path, 'changed', 'its fields are asked without the group');
			return addFields(draft, properties.fields, `${path}.properties.fields`);
		}
		askItem(draft, draws, {
			item: { ...properties, validations },
			type,
			source: sourceOf(field),
			path,
			required: validations?.required === true,
			title: said(title),
			text: said(properties.description),
		});
	});
}

const comparisons: Record<string, 'at_least' | 'at_most'> = {
	greater_equal_than: 'at_least',
	lower_equal_than: 'at_most',
};

function addLogic(draft: Draft, { logic, thankyou_screens }: Form): void {
	const ends = new Set((thankyou_screens ?? []).map(({ ref }) => ref));
	logic?.forEach(({ ref, actions }, at) => {
		actions.forEach(({ action, details, condition }, index) => {
			const path = `logic.${at}.actions.${index}`;
			const target = details?.to;
			if (action !== 'jump' || !target)
				return draft.note(path, 'left_out', `no branch can "${action}"`);
			const isEnd = target.type === 'thankyou' || ends.has(String(target.value));
			const to = isEnd ? 'end' : String(target.value);
			const whens = readCondition(draft, ref, condition ?? { op: 'always' });
			if (whens.length === 0)
				draft.note(path, 'left_out', 'a branch has one condition on its own answer');
			for (const when of whens) draft.branch({ from: ref, when, to, path });
		});
	});
}

/** Conditions of which any one is enough; none if a branch cannot have this condition. */
function readCondition(
	draft: Draft,
	ref: string,
	{ op, vars }: z.output<typeof conditionSchema>,
): Condition[] {
	if (op === 'always') return [{ op: 'answered' }, { op: 'skipped' }];
	const operands = vars ?? [];
	if (op === 'or') {
		const parts = operands.map((part) => conditionSchema.safeParse(part).data);
		const read = parts.map((part) => (part ? readCondition(draft, ref, part) : []));
		return read.every((one) => one.length > 0) ? read.flat() : [];
	}
	const field = operands.find(({ type }) => type === 'field');
	const given = operands.find(({ type }) => type === 'choice' || type === 'constant');
	if (field?.value !== ref || given === undefined) return [];
	const value =
		given.type === 'choice' ? draft.valueOf(ref, String(given.value)) : toValue(given.value);
	if (value === undefined) return [];
	if (op === 'is' || op === 'equal') return [{ op: 'is', value }];
	if (op === 'is_not' || op === 'not_equal') return [{ op: 'is_not', value }];
	if (op === 'contains') return [{ op: 'contains', value }];
	if (typeof value !== 'number') return [];
	if (op === 'greater_than') return [{ op: 'at_least', value: value + 1 }];
	if (op === 'lower_than') return [{ op: 'at_most', value: value - 1 }];
	const comparison = comparisons[op];
	return comparison ? [{ op: comparison, value }] : [];
}

function toValue(value: unknown): string | number | boolean | undefined {
	return ['string', 'number', 'boolean'].includes(typeof value)
		? (value as string | number | boolean)
		: undefined;
}
