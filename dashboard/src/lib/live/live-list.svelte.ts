import { nextPaint } from '#lib/dom/next-paint.ts';

import { renderBatchSize, BufferedList } from './buffered-list.svelte.ts';
import type { BufferedListOptions } from './buffered-list.svelte.ts';

const firstShown = 10;
const pageSize = 25;

/** The newest items, a few at first; new ones are shown immediately. */
export class LiveList<Item extends { id: string }> extends BufferedList<Item> {
	#wanted = $state(firstShown);
	/** As many items as the person requested; new items do not push out others. */
	visible = $derived.by(() => this.items.slice(0, this.#wanted + this.arrived.size));
	#isCut = $derived.by(() => this.visible.length < this.items.length);

	constructor(options: Omit<BufferedListOptions<Item>, 'pageSize'>) {
		super({ ...options, pageSize });
	}

	override get hasOlder(): boolean {
		return this.#isCut || super.hasOlder;
	}

	override async showOlder(): Promise<void> {
		const wanted = this.#wanted + pageSize;
		while (this.#isCut && this.#wanted < wanted) {
			await nextPaint();
			this.#wanted = Math.min(this.#wanted + renderBatchSize, wanted);
		}
		this.#wanted = Math.max(this.#wanted, wanted);
		if (!this.#isCut) await super.showOlder();
	}
}
