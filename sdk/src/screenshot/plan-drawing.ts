/** Pixels around the window within which elements are drawn, because shadows and outlines reach out of them. */
const slack = 60;

/** What shows what a visitor has entered, other documents, and what the app has marked. */
const alwaysBlack = [
	'input:not([type=button i],[type=submit i],[type=reset i],[type=hidden i])',
	'textarea,select,[contenteditable]:not([contenteditable=false i])',
	'[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton]',
	'iframe,frame,object,embed,video',
	'[data-feedback-mask]',
].join(',');

/**
 * How a node becomes part of the picture: `drawn`; a box of its size that is `black` or `blank`, without anything that it
 * contains; or not at all.
 */
export type Part = 'drawn' | 'black' | 'blank' | 'none';

/**
 * Plans the picture of the visible part of the page. Throws when `masks`, a CSS selector of more elements to black out, is
 * not valid.
 */
export function planDrawing(masks: string | undefined): (node: Node) => Part {
	const selector = masks ? `${alwaysBlack},${masks}` : alwaysBlack;
	const isBlack = (element: Element) =>
		element.matches(selector) || isEditable(element) || isForeignCanvas(element);
	const seen = new Set<Element>();

	/** Notes whether something of the element can be seen; a fixed element can be inside one that cannot. */
	function look(element: Element): boolean {
		let isSeen = isInView(element);
		if (!isOwn(element) && !element.matches(selector)) {
			for (const child of listChildren(element)) isSeen = look(child) || isSeen;
		}
		if (isSeen) seen.add(element);
		return isSeen;
	}

	look(document.documentElement);
	return (node) => {
		if (!isElement(node)) return 'drawn';
		const hasBox = node.getClientRects().length > 0;
		if (isOwn(node)) return hasBox && getComputedStyle(node).display === 'block' ? 'blank' : 'none';
		// Below an SVG image, an HTML element is not drawn.
		const isInSvg = node instanceof SVGElement && !!node.ownerSVGElement;
		if (isBlack(node)) return hasBox && !isInSvg ? 'black' : 'none';
		if (isInSvg || seen.has(node)) return 'drawn';
		const { display } = getComputedStyle(node);
		if (!hasBox) return display === 'contents' ? 'drawn' : 'none';
		// Without its words, a paragraph would have other lines.
		return display.startsWith('inline') ? 'drawn' : 'blank';
	};
}

function isElement(node: Node): node is Element {
	return node.nodeType === Node.ELEMENT_NODE;
}

/** A prompt, a launcher, or the bar of preview mode. */
function isOwn(element: Element): boolean {
	return element.matches('feedback-prompt,feedback-launcher,feedback-preview-bar');
}

/** The children that are rendered: those in the shadow root, with the slotted ones in their slots. */
function listChildren(element: Element): Iterable<Element> {
	if (element instanceof HTMLSlotElement) return element.assignedElements();
	return (element.shadowRoot ?? element).children;
}

function isInView(element: Element): boolean {
	const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
	return (
		width + height > 0 &&
		right > -slack &&
		bottom > -slack &&
		left < innerWidth + slack &&
		top < innerHeight + slack
	);
}

/** An element of a form that is a custom element, or one in a document that is edited as a whole. */
function isEditable(element: Element): boolean {
	const { formAssociated } = element.constructor as { formAssociated?: boolean };
	return !!formAssociated || !!(element as HTMLElement).isContentEditable;
}

/** Whether a canvas contains pixels of another origin. */
function isForeignCanvas(element: Element): boolean {
	if (!(element instanceof HTMLCanvasElement) || !element.width || !element.height) return false;
	const probe = document.createElement('canvas');
	probe.width = probe.height = 1;
	const context = probe.getContext('2d');
	try {
		context?.drawImage(element, 0, 0, 1, 1);
		context?.getImageData(0, 0, 1, 1);
		return false;
	} catch {
		return true;
	}
}
