import { screenshotSide } from '@feedback/contract/shared-limits';

import { adaptClone } from './adapt-clone.ts';
import { embedFonts } from './embed-fonts.ts';
import { makePlaceholder } from './make-placeholder.ts';
import { planDrawing } from './plan-drawing.ts';
import { transparent } from './transparent.ts';

/** Pixels of the picture for each CSS pixel, at most. */
const maxScale = 2;
/** Milliseconds after which a file that the picture needs is left out. */
const fileWithinMs = 5_000;
/** Milliseconds after which the drawing of a page is given up. */
const drawWithinMs = 30_000;

/** An element whose children are being copied, and a placeholder for each that is not copied itself. */
type Level = { element: Element; children: (HTMLElement | undefined)[] };

/**
 * Draws what can be seen of the page, without prompts. What a visitor has entered and what is marked never reaches the
 * drawing: there are black boxes in its place. The frame that the library needs is put into `root`. Throws when the page
 * cannot be drawn.
 */
export async function drawPage(root: ShadowRoot, masks?: string): Promise<HTMLCanvasElement> {
	const page = document.documentElement;
	const { clientWidth: width, clientHeight } = page;
	const height = Math.min(clientHeight, innerHeight) || innerHeight;
	const scale = Math.min(devicePixelRatio || 1, maxScale, screenshotSide / Math.max(width, height));
	const { createContext, destroyContext, domToCanvas } = await import('./library.ts');
	const cssText = await embedFonts(fileWithinMs);
	const partOf = planDrawing(masks);
	const isAllBlack = partOf(page) === 'black';
	const ground = isAllBlack ? '#000' : findGround();
	const levels: Level[] = [{ element: page, children: [] }];

	function filter(node: Node): boolean {
		const part = isAllBlack ? 'none' : partOf(node);
		const { children } = levels.at(-1)!;
		if (part === 'black' || part === 'blank') {
			children.push(makePlaceholder(node as Element, part === 'black'));
		}
		if (part !== 'drawn') return false;
		children.push(undefined);
		// A text has no children, and the library does not report its copy.
		if (node.nodeType !== Node.TEXT_NODE) levels.push({ element: node as Element, children: [] });
		return true;
	}

	function completeClone(clone: Node): void {
		const { element, children } = levels.pop()!;
		let next = clone.firstChild;
		for (const placeholder of children) {
			if (placeholder) clone.insertBefore(placeholder, next);
			else next = next?.nextSibling ?? null;
		}
		if (clone instanceof HTMLElement) adaptClone(element, clone, scale);
	}

	// Of an empty element, because the library would wait for all images of the page, loaded or not.
	const context = await createContext<HTMLElement>(document.createElement('div'), {
		width,
		height,
		scale,
		filter,
		onCloneEachNode: completeClone,
		style: {
			backgroundColor: ground,
			width: `${width}px`,
			height: `${Math.max(page.scrollHeight, height)}px`,
			// The margins of its children end here, as at the top of a page.
			display: 'flow-root',
			// Not a transformation, which would move fixed elements too.
			marginTop: `${-page.scrollTop}px`,
			marginLeft: `${-page.scrollLeft}px`,
			overflow: 'visible',
		},
		font: cssText ? { cssText } : false,
		timeout: fileWithinMs,
		fetchFn: async (url) => (isSameOrigin(url) ? false : transparent),
		fetch: { placeholderImage: transparent },
		features: { copyScrollbar: false },
	});
	context.node = page;
	context.sandbox = makeFrame(root);
	context.timeout = drawWithinMs;
	try {
		return layOn(ground, await domToCanvas(context));
	} finally {
		destroyContext(context);
	}
}

/** The drawing on a ground. Throws when nothing was drawn: the library reports that only to the console. */
function layOn(ground: string, drawing: HTMLCanvasElement): HTMLCanvasElement {
	const { width, height } = drawing;
	const middle = drawing.getContext('2d')!.getImageData(width >> 1, height >> 1, 1, 1);
	// The page's own ground is opaque.
	if (middle.data[3] === 0) throw new Error('Nothing was drawn.');
	const canvas = document.createElement('canvas');
	canvas.width = width;
	canvas.height = height;
	const context = canvas.getContext('2d')!;
	context.fillStyle = ground;
	context.fillRect(0, 0, width, height);
	context.drawImage(drawing, 0, 0);
	return canvas;
}

/**
 * Elements of this frame have the default styles. The library's own frame breaks Trusted Types, and the page would notice
 * it.
 */
function makeFrame(root: ShadowRoot): HTMLIFrameElement {
	const frame = document.createElement('iframe');
	frame.style.cssText = 'position:fixed;visibility:hidden;width:0;height:0;border:0';
	root.append(frame);
	return frame;
}

/** The colour behind everything. */
function findGround(): string {
	for (const element of [document.documentElement, document.body]) {
		const { backgroundColor } = getComputedStyle(element);
		if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
	}
	const { colorScheme } = getComputedStyle(document.documentElement);
	const declared = document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]');
	// What the styles leave open is as the document declares it.
	const schemes = colorScheme === 'normal' ? (declared?.content ?? '') : colorScheme;
	const isDark = matchMedia('(prefers-color-scheme:dark)').matches || !schemes.includes('light');
	return schemes.includes('dark') && isDark ? '#121212' : '#fff';
}

function isSameOrigin(url: string): boolean {
	try {
		return new URL(url, document.baseURI).origin === location.origin;
	} catch {
		return false;
	}
}
