import type { ValidationIssue } from '@feedback/contract';

export type FieldPath = ValidationIssue['path'];

/** A path as one string, for `data-path`, which marks the element that edits the field. */
export function pathKey(path: FieldPath): string {
	return path.join('.');
}

/** ID of the errors and warnings of a path, for `aria-describedby`. */
export function issuesId(path: FieldPath): string {
	return `issues-${path.map((part) => encodeURIComponent(String(part))).join('-')}`;
}

// A menu may stand before its field.
const fields = ['input:not([type="hidden"]), select, textarea', 'button, [tabindex]'];

function findField(place: HTMLElement): HTMLElement | undefined {
	if (place.matches(fields.join())) return place;
	for (const selector of fields) {
		const field = place.querySelector<HTMLElement>(selector);
		if (field) return field;
	}
	return undefined;
}

/** Focuses the field with this `pathKey`, without scrolling. */
export function focusPath(key: string): void {
	const place = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(key)}"]`);
	if (place) findField(place)?.focus({ preventScroll: true });
}

/** Scrolls to the field of a path and focuses it; if there is no such field, to the nearest enclosing one. */
export function scrollToField(path: FieldPath): void {
	for (let length = path.length; length > 0; length -= 1) {
		const key = CSS.escape(pathKey(path.slice(0, length)));
		const place = document.querySelector<HTMLElement>(`[data-path="${key}"]`);
		if (!place) continue;
		const target = findField(place);
		target?.focus({ preventScroll: true });
		(target ?? place).scrollIntoView({ block: 'center' });
		return;
	}
}
