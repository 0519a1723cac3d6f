import { tick } from 'svelte';

import { pathKey } from '../field-path.ts';
import type { FieldPath } from '../field-path.ts';

const fields = 'input:not([type="hidden"]), select, textarea, button';

/**
 * Focuses the first empty field at a path of the prompt, or the first one if none is empty, after the next render. In
 * the first field of a rule, typing would choose another subject.
 */
export async function focusField(place: () => FieldPath): Promise<void> {
	await tick();
	const element = document.querySelector(`[data-path="${CSS.escape(pathKey(place()))}"]`);
	const found = [...(element?.querySelectorAll<HTMLElement>(fields) ?? [])];
	(found.find(isEmpty) ?? found[0])?.focus();
}

function isEmpty(field: HTMLElement): boolean {
	const isTyped = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
	return isTyped && !['checkbox', 'radio'].includes(field.type) && field.value === '';
}
