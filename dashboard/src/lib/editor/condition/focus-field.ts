import { tick } from 'svelte';

import { pathKey } from '../field-path.ts';
import type { FieldPath } from '../field-path.ts';

const fields = 'input:not([type="hidden"]), select, textarea, button';

/** Focuses the first field at a path of the prompt, after the next render. */
export async function focusField(place: () => FieldPath): Promise<void> {
	await tick();
	const element = document.querySelector(`[data-path="${CSS.escape(pathKey(place()))}"]`);
	element?.querySelector<HTMLElement>(fields)?.focus();
}
