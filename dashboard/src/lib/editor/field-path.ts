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

/** Focuses the field with this `pathKey`, without scrolling. */
export function focusPath(key: string): void {
	const place = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(key)}"]`);
	const field = 'input:not([type="hidden"]), select, textarea, button';
	place?.querySelector<HTMLElement>(field)?.focus({ preventScroll: true });
}

/** Scrolls to the field of a path and focuses it; if there is no such field, to the nearest enclosing one. */
export function scrollToField(path: FieldPath): void {
	for (let length = path.length; length > 0; length -= 1) {
		const key = CSS.escape(pathKey(path.slice(0, length)));
		const place = document.querySelector<HTMLElement>(`[data-path="${key}"]`);
		if (!place) continue;
		const field = 'input:not([type="hidden"]), select, textarea, button, [tabindex]';
		const target = place.matches(field) ? place : place.querySelector<HTMLElement>(field);
		target?.focus({ preventScroll: true });
		(target ?? place).scrollIntoView({ block: 'center' });
		return;
	}
}
