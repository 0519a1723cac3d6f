import { element } from '../element.ts';

/** One line to tick: a native radio button or checkbox with its label. */
export function drawOption(type: 'radio' | 'checkbox', label: string, checked: boolean) {
	const input = element('input', { type, name: 'answer', checked });
	const root = element(
		'label',
		{ class: 'option', part: 'option' },
		input,
		element('span', {}, label),
	);
	return { root, input };
}
