import { tick } from 'svelte';

import { pathKey } from '../field-path.ts';
import type { FieldPath } from '../field-path.ts';

const fields = 'input:not([type="hidden"]), select, textarea, button';

/** Puts the cursor on the first field at a place of the prompt, once what was changed is drawn. */
export async function focusField(place: () => FieldPath): Promise<void> {
	await tick();
	const element = document.querySelector(`[data-path="${CSS.escape(pathKey(place()))}"]`);
	element?.querySelector<HTMLElement>(fields)?.focus();
}
