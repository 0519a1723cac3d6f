import { answerOther } from '@feedback/contract/shared-limits';
import type { AnswerValue, ChoiceOption, PromptWords } from '@feedback/contract/wire';

import { element } from '../element.ts';
import { fill } from '../fill.ts';
import type { QuestionOf, Control, ControlContext } from './control.ts';
import { drawOption } from './option.ts';
import { readText } from './text.ts';

type ChoiceQuestion = QuestionOf<'single_choice' | 'multiple_choice'>;
type Choice = string | { other: string };
type Row = { input: HTMLInputElement; exclusive?: boolean; read(): Choice };

export function drawChoices(question: ChoiceQuestion, { earlier, words }: ControlContext): Control {
	const many = question.type === 'multiple_choice';
	const chosen = (Array.isArray(earlier) ? earlier : [earlier]).filter(isChoice);
	const root = element('div', { class: 'list', role: many ? 'group' : 'radiogroup' });
	const rows: Row[] = question.options.map(({ value, label, exclusive }) => {
		const option = drawOption(many ? 'checkbox' : 'radio', label, chosen.includes(value));
		root.append(option.root);
		return { input: option.input, exclusive, read: () => value };
	});
	const other = question.other_label !== undefined && drawOther(question, words, chosen);
	if (other) {
		root.append(...other.parts);
		rows.push(other);
	}
	root.addEventListener('change', ({ target }) => {
		const changed = rows.find((row) => row.input === target);
		if (many && changed?.input.checked) clearOpposites(rows, changed);
		if (other) other.field.hidden = !other.input.checked;
	});
	const read = () => rows.filter((row) => row.input.checked).map((row) => row.read());
	const { min_choices: min = 0, max_choices: max = Infinity } = question as Partial<
		QuestionOf<'multiple_choice'>
	>;
	return {
		root,
		named: root,
		related: true,
		hint: [min > 1 && fill(words.at_least, min), max < rows.length && fill(words.at_most, max)]
			.filter(Boolean)
			.join(' '),
		read: (): AnswerValue => (many ? (read().length ? read() : null) : (read()[0] ?? null)),
		check() {
			const count = read().length;
			if (other && other.input.checked && !other.field.value.trim()) return words.required;
			if (count > max) return fill(words.at_most, max);
			const alone = rows.some((row) => row.exclusive && row.input.checked);
			return count && count < min && !alone ? fill(words.at_least, min) : undefined;
		},
	};
}

function drawOther(question: ChoiceQuestion, words: PromptWords, chosen: Choice[]) {
	const text = chosen.find((choice) => typeof choice === 'object')?.other;
	const { type } = question;
	const kind = type === 'multiple_choice' ? 'checkbox' : 'radio';
	const { root, input } = drawOption(kind, question.other_label!, text !== undefined);
	const field = element('input', {
		class: 'text',
		part: 'input',
		dir: 'auto',
		maxlength: answerOther,
		'aria-label': words.other,
		placeholder: words.other,
		value: text,
		hidden: text === undefined,
	});
	// Only a pointer moves the focus to the text field: arrow keys may only pass over this option.
	root.addEventListener('click', ({ detail }) => {
		if (detail && input.checked) setTimeout(() => field.focus());
	});
	return {
		input,
		exclusive: false,
		field,
		parts: [root, field],
		read: () => ({ other: readText(field) }),
	};
}

function clearOpposites(rows: Row[], changed: Row): void {
	for (const row of rows) {
		if (row !== changed && (row.exclusive || changed.exclusive)) row.input.checked = false;
	}
}

function isChoice(value: unknown): value is Choice {
	return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/**
 * Options in random order; exclusive ones stay last.
 *
 * @example
 * shuffle([{ value: 'a', label: 'A' }, { value: 'none', label: 'None', exclusive: true }]);
 */
export function shuffle(options: ChoiceOption[], random = Math.random): ChoiceOption[] {
	const mixed = options.filter((option) => !option.exclusive);
	for (let at = mixed.length - 1; at > 0; at--) {
		const swap = Math.floor(random() * (at + 1));
		[mixed[at], mixed[swap]] = [mixed[swap]!, mixed[at]!];
	}
	return [...mixed, ...options.filter((option) => option.exclusive)];
}
