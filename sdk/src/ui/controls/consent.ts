import { element } from '../element.ts';
import type { QuestionOf, Control, ControlContext } from './control.ts';
import { drawOption } from './option.ts';

export function drawConsent(
	question: QuestionOf<'consent'>,
	{ earlier, words }: ControlContext,
): Control {
	const { root: option, input } = drawOption('checkbox', question.label, earlier === true);
	const root = element('div', { class: 'list', role: 'group' }, option);
	return {
		root,
		named: root,
		related: true,
		read: () => input.checked,
		check: () => (question.required && !input.checked ? words.required : undefined),
	};
}
