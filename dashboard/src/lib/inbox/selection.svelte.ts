import { limits } from '@feedback/contract';
import { SvelteMap } from 'svelte/reactivity';

import type { TextAnswer } from './inbox.svelte.ts';

type Address = Pick<TextAnswer, 'response' | 'question'>;

const keyOf = ({ response, question }: Address) => `${response} ${question}`;

/** Text answers that are selected to be changed together, as many as one call changes. */
export class Selection {
	readonly #selected = new SvelteMap<string, Address>();
	/** The last one that was selected alone, where a range starts. */
	#anchor: string | undefined;

	get size(): number {
		return this.#selected.size;
	}

	/** What identifies the selected text answers. */
	get answers(): Address[] {
		return [...this.#selected.values()];
	}

	has(answer: Address): boolean {
		return this.#selected.has(keyOf(answer));
	}

	/** Selects one text answer, or no longer. */
	toggle(answer: Address): void {
		const key = keyOf(answer);
		if (this.#selected.has(key)) this.#selected.delete(key);
		else this.add([answer]);
		this.#anchor = key;
	}

	/** Selects the answers of a list from the one that was selected last to this one. */
	extendTo(answer: Address, items: readonly Address[]): void {
		const keys = items.map(keyOf);
		const [from, to] = [keys.indexOf(this.#anchor ?? ''), keys.indexOf(keyOf(answer))];
		if (from < 0) return this.toggle(answer);
		this.add(items.slice(Math.min(from, to), Math.max(from, to) + 1));
	}

	add(answers: readonly Address[]): void {
		for (const { response, question } of answers) {
			if (this.#selected.size >= limits.inbox.changedAtOnce) return;
			this.#selected.set(keyOf({ response, question }), { response, question });
		}
	}

	clear(): void {
		this.#selected.clear();
	}
}
