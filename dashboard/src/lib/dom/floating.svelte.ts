import { createContext } from 'svelte';

/** The state that a menu or a popover shares with its button. */
export class Floating {
	trigger = $state.raw<HTMLElement>();
	readonly id: string;
	readonly #isOpen: () => boolean;
	readonly #set: (open: boolean) => void;
	/** Whether closing returns the focus to the button; false after a press elsewhere. */
	returns = true;
	/** The item that is focused when the menu opens. */
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
