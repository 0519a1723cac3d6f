import { element } from '../element.ts';
import { fill } from '../fill.ts';
import type { QuestionOf, Control, ControlContext } from './control.ts';

const formats = {
	email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
	url: /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+([/?#]\S*)?$/i,
};

export function drawText(
	question: QuestionOf<'short_text' | 'long_text'>,
	{ earlier, words }: ControlContext,
): Control {
	const attributes = {
		class: 'text',
		part: 'input',
		dir: 'auto',
		maxlength: question.max_length,
		placeholder: question.placeholder,
	};
	const format = question.type === 'short_text' ? question.format : undefined;
	const field =
		question.type === 'long_text'
			? element('textarea', { ...attributes, rows: 3 })
			: element('input', {
					...attributes,
					type: format ?? 'text',
					autocomplete: format ?? 'off',
					autocapitalize: format && 'none',
				});
	if (typeof earlier === 'string') field.value = earlier;
	const count = element('p', { class: 'count', 'aria-hidden': 'true' });
	field.addEventListener('input', () => {
		const left = question.max_length - field.value.length;
		count.textContent = left <= question.max_length / 10 ? fill(words.left, left) : '';
	});
	return {
		root: element('div', {}, field, count),
		named: field,
		read: () => readText(field) || null,
		check: () => {
			const text = readText(field);
			return format && text && !formats[format].test(text) ? words[format] : undefined;
		},
	};
}

/** Returns the typed text without characters that databases reject: NUL and lone surrogates. */
export function readText(field: HTMLInputElement | HTMLTextAreaElement): string {
	return field.value.replace(/\0|\p{Surrogate}/gu, '').trim();
}
