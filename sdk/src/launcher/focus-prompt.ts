import { toRecord } from '../json.ts';

/**
 * Moves the focus into the prompt that the visitor has opened, to where it is answered. A prompt that the app draws moves
 * the focus itself.
 */
export function focusPrompt(): void {
	const root = document.querySelector('feedback-prompt')?.shadowRoot;
	const find = (selector: string) => root?.querySelector<HTMLElement>(selector);
	const field =
		find('.control :checked') ??
		find('.control :is(input,textarea)') ??
		find('.foot :is(a,button)');
	field?.focus(toRecord<FocusOptions>({ preventScroll: true }));
}
