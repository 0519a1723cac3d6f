import type { ActionReturn } from 'svelte/action';
import type { Attachment } from 'svelte/attachments';

type Dnd = typeof import('svelte-dnd-action');

export type OrderItem<Value> = { id: string; value: Value };

type Reordering<Value> = {
	items: OrderItem<Value>[];
	/** Items move within lists of one type only. */
	type: string;
	/** The order while an item is dragged, and after the drop. */
	drag: (items: OrderItem<Value>[]) => void;
	drop: (items: OrderItem<Value>[]) => void;
};

type Moved<Value> = CustomEvent<{
	items: OrderItem<Value>[];
	info: { id: string; source: string; trigger: string };
}>;

let loading: Promise<Dnd> | undefined;

// Loaded when the browser is idle, because nobody drags immediately.
function loadDnd(): Promise<Dnd> {
	loading ??= new Promise<void>((resolve) => {
		if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
		else setTimeout(resolve, 200);
	}).then(() => import('svelte-dnd-action'));
	return loading;
}

/**
 * A list whose items are moved by their handles: by pointer, by touch, and by keyboard (Space or Enter, the
 * arrow keys, Space again), which is announced. Each item is one child of the list, in the same order, and
 * has an `aria-label`.
 */
export function reorderable<Value>(read: () => Reordering<Value>): Attachment<HTMLElement> {
	return (list) => {
		let dnd = $state.raw<Dnd>();
		let zone: ActionReturn<unknown> | undefined;
		let isGone = false;
		void loadDnd().then((loaded) => {
			if (!isGone) dnd = loaded;
		});

		$effect(() => {
			const { items, type } = read();
			const options = { items, type, flipDurationMs: 0, zoneTabIndex: -1, dropTargetStyle: {} };
			if (zone) zone.update?.(options);
			else if (dnd) zone = dnd.dragHandleZone(list, options) as ActionReturn<unknown>;
		});

		const onConsider = (event: Event) => {
			if (event.target !== list) return;
			const { items, info } = (event as Moved<Value>).detail;
			// By keyboard, every step is final.
			if (info.source === 'keyboard') {
				if (info.trigger === 'dragStopped') focusHandle(list, items, info.id);
			} else {
				read().drag(items);
			}
		};
		const onFinalize = (event: Event) => {
			if (event.target === list) read().drop((event as Moved<Value>).detail.items);
		};
		list.addEventListener('consider', onConsider);
		list.addEventListener('finalize', onFinalize);
		return () => {
			isGone = true;
			list.removeEventListener('consider', onConsider);
			list.removeEventListener('finalize', onFinalize);
			zone?.destroy?.();
		};
	};
}

// The library drops the focus with the item.
function focusHandle(list: HTMLElement, items: { id: string }[], id: string) {
	const at = items.findIndex((item) => item.id === id);
	setTimeout(() => list.children[at]?.querySelector<HTMLElement>('[data-handle]')?.focus());
}

/** The handle of an item in a reorderable list. It must not be a `<button>`. */
export const dragHandle: Attachment<HTMLElement> = (handle) => {
	let isGone = false;
	let handleAction: ActionReturn | undefined;
	void loadDnd().then((dnd) => {
		if (isGone) return;
		handleAction = dnd.dragHandle(handle) as ActionReturn;
		handle.dataset['handle'] = '';
	});
	return () => {
		isGone = true;
		handleAction?.destroy?.();
	};
};

const keys = new WeakMap<object, string>();
let last = 0;

/** A stable key for an object that has no stable ID. */
export function stableKey(thing: object): string {
	let key = keys.get(thing);
	if (key === undefined) keys.set(thing, (key = `item-${(last += 1)}`));
	return key;
}
