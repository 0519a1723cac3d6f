import type { Component } from 'svelte';

type Loaded<Props extends object> = { default: Component<Props> };

/**
 * A component that is fetched when it is first needed: most people open few parts of the editor.
 *
 * @example
 * const code = new SectionCode(() => import('./audience/Audience.svelte'));
 * await code.load(); // code.component is there
 */
export class SectionCode<Props extends object> {
	/** Undefined until it is there. */
	component: Component<Props> | undefined = $state.raw();
	/** Why it could not be fetched: the page was deployed anew, or the connection is gone. */
	error: unknown = $state.raw();

	readonly #read: () => Promise<Loaded<Props>>;
	#loading: Promise<void> | undefined;

	constructor(read: () => Promise<Loaded<Props>>) {
		this.#read = read;
	}

	/** Never rejects; what failed is tried again with the next call. */
	load(): Promise<void> {
		this.#loading ??= this.#fetch();
		return this.#loading;
	}

	async #fetch() {
		try {
			this.component = (await this.#read()).default;
			this.error = undefined;
		} catch (error) {
			[this.error, this.#loading] = [error, undefined];
		}
	}
}
