import type { Component } from 'svelte';

type Loaded<Props extends object> = { default: Component<Props> };

/**
 * A component that is loaded when it is first needed: most people open few sections of the editor.
 *
 * @example
 * const code = new LazyComponent(() => import('./audience/Audience.svelte'));
 * await code.load(); // code.component is set
 */
export class LazyComponent<Props extends object> {
	/** Undefined until it is loaded. */
	component: Component<Props> | undefined = $state.raw();
	/** Why it could not be loaded: a new version was deployed, or the connection is lost. */
	error: unknown = $state.raw();

	readonly #read: () => Promise<Loaded<Props>>;
	#loading: Promise<void> | undefined;

	constructor(read: () => Promise<Loaded<Props>>) {
		this.#read = read;
	}

	/** Never rejects; after a failure, the next call tries again. */
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
