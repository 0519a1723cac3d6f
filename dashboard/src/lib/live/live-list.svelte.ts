import { nextPaint } from '#lib/dom/next-paint.ts';

import { drawnAtOnce, HeldList } from './buffered-list.svelte.ts';
import type { HeldListOptions } from './buffered-list.svelte.ts';

const firstShown = 10;
const pageSize = 25;

/** The newest items, a few of them at first; what arrives is shown at once. */
export class LiveList<Item extends { id: string }> extends HeldList<Item> {
	#wanted = $state(firstShown);
	/** As many as the person wanted to see; those that arrive push none of them out. */
	visible = $derived.by(() => this.items.slice(0, this.#wanted + this.arrived.size));
	#isCut = $derived.by(() => this.visible.length < this.items.length);

	constructor(options: Omit<HeldListOptions<Item>, 'pageSize'>) {
		super({ ...options, pageSize });
	}

	override get hasOlder(): boolean {
		return this.#isCut || super.hasOlder;
	}

	override async showOlder(): Promise<void> {
		const wanted = this.#wanted + pageSize;
		while (this.#isCut && this.#wanted < wanted) {
			await nextPaint();
			this.#wanted = Math.min(this.#wanted + drawnAtOnce, wanted);
		}
		this.#wanted = Math.max(this.#wanted, wanted);
		if (!this.#isCut) await super.showOlder();
	}
}
