import { toRecord } from '../json.ts';
import type { DrawnLauncher } from './draw-launcher.ts';
import { coversControl } from './find-covered.ts';
import { watchPage } from './watch-page.ts';

/** Distances from the top of the window for a launcher at an edge, as parts of the free height. */
const heights = [0.5, 0.36, 0.64, 0.22, 0.78, 0.08, 0.92];
/** Number of places above each other for a launcher in a corner. */
const levels = 5;
/** Milliseconds after the last scrolling. */
const restMs = 150;
const modals = 'dialog:modal,[aria-modal=true]';

/**
 * Keeps a launcher at its edge of the window, where it covers no control of the page. While there is no such place, only
 * the keyboard and assistive technology reach it. Behind a modal dialog there is no launcher. Returns a function that
 * shows or hides it.
 */
export function keepAside(
	{ host, root, box }: DrawnLauncher,
	signal: AbortSignal,
): (isShown: boolean) => void {
	let isShown = false;
	let frame = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function isFree(): boolean {
		const place = box.getBoundingClientRect();
		return place.top >= 0 && place.bottom <= innerHeight && !coversControl(place, host);
	}

	function look(): void {
		// Pages that replace their whole content remove it.
		if (!host.isConnected) document.documentElement.append(host);
		box.hidden = !isShown || hasModal();
		// What has the focus does not move.
		if (box.hidden || root.activeElement) return;
		box.classList.toggle(
			'aside',
			!isFree() && !places(box).some((at) => moveTo(box, at) && isFree()),
		);
	}

	function step(): void {
		frame = 0;
		if (!box.hidden && !root.activeElement && !isFree()) box.classList.add('aside');
	}

	addEventListener(
		'scroll',
		() => {
			frame ||= requestAnimationFrame(step);
			clearTimeout(timer);
			timer = setTimeout(look, restMs);
		},
		toRecord({ capture: true, passive: true, signal }),
	);
	root.addEventListener('focusout', watchPage(look, signal), toRecord({ signal }));
	signal.addEventListener('abort', () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	});
	return (shown) => {
		isShown = shown;
		look();
	};
}

/** Distances at which the launcher may stand, the best first. */
function places({ classList, offsetHeight }: HTMLElement): string[] {
	if (!/bottom/.test(classList.value)) {
		return heights.map((part) => `${Math.round((innerHeight - offsetHeight) * part)}px`);
	}
	return Array.from(
		{ length: levels },
		(_, level) => `calc(var(--edge) + ${level * (offsetHeight + 12)}px)`,
	);
}

function moveTo(box: HTMLElement, at: string): boolean {
	box.style.setProperty('--at', at);
	return true;
}

function hasModal(): boolean {
	return [...document.querySelectorAll(modals)].some((modal) => modal.getClientRects().length);
}
