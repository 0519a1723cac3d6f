import { transparent } from './transparent.ts';

/** Shown in place of an image of another origin, whose pixels a page may not read. */
const foreignGround = '#8a93a333';

/** Makes a clone look as its element does now, where its style alone does not say that. */
export function adaptClone(element: Element, clone: HTMLElement, scale: number): void {
	if (element instanceof HTMLImageElement) copyPixels(element, clone as HTMLImageElement, scale);
	if (element === document.scrollingElement || element === document.documentElement) return;
	if (
		element === document.body &&
		getComputedStyle(document.documentElement).overflow === 'visible'
	) {
		// The window scrolls what the body does not show.
		clone.style.overflow = 'visible';
		return;
	}
	keepScrolled(element, clone);
	if (isOnTop(element)) raise(element, clone);
}

/** Images are not requested again: they are copied as the page shows them. */
function copyPixels(image: HTMLImageElement, clone: HTMLImageElement, scale: number): void {
	clone.removeAttribute('srcset');
	const { naturalWidth, naturalHeight } = image;
	clone.src = transparent;
	if (!image.complete || !naturalWidth || !naturalHeight) return;
	const shown = Math.max(image.width / naturalWidth, image.height / naturalHeight) * scale;
	const size = Math.min(1, shown || 1);
	const canvas = document.createElement('canvas');
	canvas.width = Math.max(1, Math.round(naturalWidth * size));
	canvas.height = Math.max(1, Math.round(naturalHeight * size));
	try {
		canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
		clone.src = canvas.toDataURL('image/webp', 0.9);
	} catch {
		clone.style.background = foreignGround;
	}
}

function keepScrolled(element: Element, clone: HTMLElement): void {
	const { scrollTop, scrollLeft, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
	const { overflowX, overflowY } = getComputedStyle(element);
	const isScroller = /auto|scroll|hidden/.test(overflowX + overflowY);
	if (!isScroller || (scrollWidth <= clientWidth && scrollHeight <= clientHeight)) return;
	// Without scroll bars, whose look depends on the system.
	clone.style.overflow = 'hidden';
	if (!scrollTop && !scrollLeft) return;
	for (const child of clone.children) {
		if (child instanceof HTMLElement) child.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
	}
}

/** Whether the browser shows it above everything, whatever its `z-index`. */
function isOnTop(element: Element): boolean {
	return ['dialog:modal', ':popover-open'].some((selector) => {
		try {
			return element.matches(selector);
		} catch {
			return false;
		}
	});
}

function raise(element: Element, clone: HTMLElement): void {
	clone.style.zIndex = '2147483647';
	const { backgroundColor } = getComputedStyle(element, '::backdrop');
	if (element.matches('dialog')) clone.style.boxShadow = `0 0 0 9999px ${backgroundColor}`;
}
