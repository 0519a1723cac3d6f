/** What a visitor can press or fill in. */
const controls = [
	'a[href],button,input,select,textarea,summary,label,iframe,video[controls],audio[controls]',
	'[contenteditable],[tabindex]:not([tabindex^="-"]),[onclick]',
	'[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[role=checkbox],[role=radio],[role=switch],[role=slider]',
].join(',');
/** Pixels between the points that are tested: less than the smallest control that can be pressed. */
const step = 12;
/** A larger part of the window is no control but a page: a scrolling area, or an app in a frame. */
const largestShare = 0.5;

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** Whether a control of the page lies below this part of the window. `host` itself does not count. */
export function coversControl(box: Box, host: Element): boolean {
	for (let y = box.top; y < box.bottom + step; y += step) {
		for (let x = box.left; x < box.right + step; x += step) {
			const found = findTop(document, Math.min(x, box.right), Math.min(y, box.bottom), host);
			const control = found && findControl(found);
			if (control && !fillsWindow(control)) return true;
		}
	}
	return false;
}

/** The uppermost element at a point, also inside shadow roots. */
function findTop(
	root: DocumentOrShadowRoot,
	x: number,
	y: number,
	host: Element,
): Element | undefined {
	const found = root.elementsFromPoint(x, y).find((element) => element !== host);
	const inner = found?.shadowRoot;
	return (inner && inner !== root && findTop(inner, x, y, host)) || found;
}

function findControl(start: Element): Element | undefined {
	let inner: Element | undefined = start;
	while (inner) {
		const control: Element | null = inner.closest(controls);
		if (control) return control;
		const root: Node = inner.getRootNode();
		inner = root instanceof ShadowRoot ? root.host : undefined;
	}
	return undefined;
}

function fillsWindow(control: Element): boolean {
	const { width, height } = control.getBoundingClientRect();
	return width * height > innerWidth * innerHeight * largestShare;
}
