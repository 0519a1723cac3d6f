import { toRecord } from '../json.ts';
import { findFocused } from './find-focused.ts';

/** Milliseconds within which a page that locks the focus pulls it back. */
const pulledWithinMs = 100;

/**
 * Notices a page that keeps the focus inside a part of itself, such as a drawer, by script: it pulls the focus back, or
 * prevents presses outside that part. `enter` moves `host` next to the focused element; then the prompt belongs to the
 * part, and what the visitor wanted is done.
 */
export function leaveFocusLock(
	host: HTMLElement,
	enter: (place: ParentNode) => void,
	signal: AbortSignal,
): void {
	let wanted: HTMLElement | undefined;
	let pressed: HTMLElement | undefined;
	/** Whether the pointer is down; WebKit clicks nothing that was moved in the meantime. */
	let isDown = false;
	let pulledFrom: HTMLElement | undefined;
	let timer: ReturnType<typeof setTimeout>;
	const move = (target: HTMLElement) => {
		const place = findFocused(host)?.parentNode;
		wanted = undefined;
		if (place) enter(place);
		target.focus({ preventScroll: true });
	};
	/** Moves it once the press that was pulled back is over. */
	const leave = () => {
		if (pulledFrom) move(pulledFrom);
		pulledFrom = undefined;
	};
	/** The element inside the prompt that the event happens to. */
	const findTarget = (event: Event) => {
		const path = event.composedPath() as HTMLElement[];
		return path.includes(host) ? path[0] : undefined;
	};
	const on = (type: string, listener: (event: Event) => void, target: EventTarget = window) =>
		target.addEventListener(
			type,
			listener,
			toRecord({ capture: target === window, passive: true, signal }),
		);
	on('focusin', (event) => {
		const target = findTarget(event);
		clearTimeout(timer);
		if (target) timer = setTimeout(() => (wanted = undefined), pulledWithinMs);
		else if (isDown) pulledFrom = wanted;
		else if (wanted) setTimeout(move, 0, wanted);
		wanted = target;
	});
	on('pointerdown', (event) => {
		pressed = findTarget(event);
		isDown = true;
		wanted = pulledFrom = undefined;
	});
	// Before the next key.
	on('click', leave);
	on('pointercancel', () => (isDown = false));
	on('pointerup', (event) => {
		isDown = false;
		// At the latest; a press that causes a click has moved it then.
		if (pulledFrom) setTimeout(leave);
		const target = pressed?.closest<HTMLElement>('input,textarea,button,a,label');
		pressed = undefined;
		if (!target) return;
		move(target);
		// A prevented touch causes no click.
		if ((event as PointerEvent).pointerType === 'touch') target.click();
	});
	for (const type of ['mousedown', 'touchstart']) {
		on(type, (event) => event.defaultPrevented || (pressed = undefined), host);
	}
}
