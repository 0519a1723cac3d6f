import type { ReviewWords } from '@feedback/contract/screenshot-words';

import { toRecord } from '../json.ts';
import { element, setAttributes } from '../ui/element.ts';
import { fill } from '../ui/fill.ts';
import type { BlackBox } from './interface.ts';

/** A new box, as parts of the picture. */
const firstBox: BlackBox = { x: 0.35, y: 0.4, width: 0.3, height: 0.2 };
/** Part of the picture by which a key moves a box, and the least width and height of a box. */
const step = 0.01;

/** A picture on which the visitor draws black boxes. */
export type BoxEditor = {
	stage: HTMLElement;
	boxes(): BlackBox[];
	/** Adds a box in the middle, and moves the focus to it. */
	add(): void;
	undo(): void;
	/** Moves, resizes or removes the focused box; `true` if there is one and the key does that. */
	onKey(event: KeyboardEvent): boolean;
};

export function createBoxEditor(
	drawn: HTMLCanvasElement,
	first: readonly BlackBox[],
	words: ReviewWords,
	{ announce, onChange }: { announce(text: string): void; onChange(canUndo: boolean): void },
): BoxEditor {
	let boxes = [...first];
	const earlier: BlackBox[][] = [];
	setAttributes(drawn, { class: 'drawn', role: 'img', 'aria-label': words.picture });
	const stage = element('div', { class: 'stage' }, drawn);
	stage.style.setProperty('--ratio', String(drawn.width / drawn.height));

	const listElements = () => [...stage.querySelectorAll<HTMLElement>('.box')];
	const remember = () => void earlier.push(boxes);
	const focus = (at: number) => listElements()[at]?.focus({ preventScroll: true });

	function show(): void {
		const elements = listElements();
		for (const extra of elements.slice(boxes.length)) extra.remove();
		boxes.forEach((box, at) => {
			const shown = elements[at] ?? element('div', { class: 'box', tabindex: 0 });
			// The keys go to it, and not to what reads the page.
			setAttributes(shown, {
				role: 'application',
				'aria-label': fill(words.box, at + 1, boxes.length),
				'aria-describedby': 'review-keys',
			});
			shown.style.left = percent(box.x);
			shown.style.top = percent(box.y);
			shown.style.width = percent(box.width);
			shown.style.height = percent(box.height);
			if (!shown.parentNode) stage.append(shown);
		});
		onChange(earlier.length > 0);
	}

	function replace(at: number, box: BlackBox): void {
		boxes = boxes.map((each, index) => (index === at ? keepInside(box) : each));
		show();
	}

	function remove(at: number): void {
		remember();
		boxes = boxes.filter((_, index) => index !== at);
		show();
		if (boxes.length) focus(Math.min(at, boxes.length - 1));
		else stage.closest('dialog')?.querySelector<HTMLElement>('.cover')?.focus();
		announce(words.uncovered);
	}

	stage.addEventListener('pointerdown', (event) => {
		if (event.button !== 0) return;
		event.preventDefault();
		stage.setPointerCapture(event.pointerId);
		const { left, top, width, height } = stage.getBoundingClientRect();
		const find = ({ clientX, clientY }: PointerEvent) => ({
			x: clamp((clientX - left) / width),
			y: clamp((clientY - top) / height),
		});
		const start = find(event);
		const pressed = listElements().indexOf(event.composedPath()[0] as HTMLElement);
		const before = boxes;
		const at = pressed < 0 ? boxes.length : pressed;
		const origin = boxes[pressed] ?? { ...start, width: 0, height: 0 };
		if (pressed < 0) boxes = [...boxes, origin];
		const listening = new AbortController();
		const { signal } = listening;
		const follow = (moved: PointerEvent) => {
			const { x, y } = find(moved);
			if (pressed >= 0) {
				replace(at, { ...origin, x: origin.x + x - start.x, y: origin.y + y - start.y });
			} else {
				replace(at, {
					x: Math.min(x, start.x),
					y: Math.min(y, start.y),
					width: Math.abs(x - start.x),
					height: Math.abs(y - start.y),
				});
			}
		};
		const end = (cause: PointerEvent) => {
			listening.abort();
			const { width: wide, height: high } = boxes[at]!;
			// A click draws nothing.
			const isDrawn = pressed >= 0 || (wide >= step && high >= step);
			if (cause.type === 'pointercancel' || !isDrawn) boxes = before;
			else if (boxes[at] !== origin) earlier.push(before);
			show();
			focus(at);
		};
		const until = toRecord({ signal });
		stage.addEventListener('pointermove', follow, until);
		stage.addEventListener('pointerup', end, until);
		stage.addEventListener('pointercancel', end, until);
	});

	show();
	return {
		stage,
		boxes: () => boxes,
		add() {
			remember();
			boxes = [...boxes, firstBox];
			show();
			focus(boxes.length - 1);
		},
		undo() {
			boxes = earlier.pop() ?? boxes;
			show();
		},
		onKey(event) {
			const at = listElements().indexOf(event.composedPath()[0] as HTMLElement);
			const box = boxes[at];
			const move = directions[event.key];
			const isDelete = event.key === 'Delete' || event.key === 'Backspace';
			if (!box || !(move || isDelete)) return false;
			event.preventDefault();
			if (isDelete) {
				remove(at);
				return true;
			}
			const [right, down] = move!;
			if (!event.repeat) remember();
			const { x, y, width, height } = box;
			if (event.shiftKey) {
				replace(at, { x, y, width: width + right * step, height: height + down * step });
			} else replace(at, { x: x + right * step, y: y + down * step, width, height });
			announce(describe(words, boxes[at]!, event.shiftKey));
			return true;
		},
	};
}

const directions: Partial<Record<string, [right: number, down: number]>> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

function describe({ position, size }: ReviewWords, box: BlackBox, isResized: boolean): string {
	const round = (part: number) => Math.round(part * 100);
	return isResized
		? fill(size, round(box.width), round(box.height))
		: fill(position, round(box.x), round(box.y));
}

function clamp(part: number, from = 0, to = 1): number {
	return Math.min(to, Math.max(from, part));
}

function keepInside(box: BlackBox): BlackBox {
	const width = clamp(box.width);
	const height = clamp(box.height);
	return { x: clamp(box.x, 0, 1 - width), y: clamp(box.y, 0, 1 - height), width, height };
}

function percent(part: number): string {
	return `${part * 100}%`;
}
