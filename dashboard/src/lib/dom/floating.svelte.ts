import { createContext } from 'svelte';

/** What a menu or a popover and its button know of each other. */
export class Floating {
	trigger = $state.raw<HTMLElement>();
	readonly id: string;
	readonly #isOpen: () => boolean;
	readonly #set: (open: boolean) => void;
	/** Whether closing leads back to the button: not when another place was pressed. */
	returns = true;
	/** Which end is wanted first when it opens. */
	startsAt: 'first' | 'last' = 'first';

	constructor(id: string, isOpen: () => boolean, set: (open: boolean) => void) {
		this.id = id;
		this.#isOpen = isOpen;
		this.#set = set;
	}

	get open(): boolean {
		return this.#isOpen();
	}

	show(startsAt: 'first' | 'last' = 'first'): void {
		[this.returns, this.startsAt] = [true, startsAt];
		this.#set(true);
	}

	close({ returns = true } = {}): void {
		this.returns = returns;
		this.#set(false);
	}
}

export const [getFloating, setFloating] = createContext<Floating>();
