import type { Fault } from '@feedback/contract';

export type FaultPath = Fault['path'];

/** A path as one word: for `data-path`, which marks the element where what stands there is edited. */
export function pathKey(path: FaultPath): string {
	return path.join('.');
}

/** Id of the text that tells the faults at a path, for `aria-describedby`. */
export function faultId(path: FaultPath): string {
	return `fault-${path.map((part) => encodeURIComponent(String(part))).join('-')}`;
}

/**
 * Brings the place of a fault into view and puts the cursor there. Where nothing stands for it, the nearest
 * thing around it does.
 */
export function goToFault(path: FaultPath): void {
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
