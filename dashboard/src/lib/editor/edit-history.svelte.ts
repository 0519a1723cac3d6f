/** Changes that follow each other within this time are undone together. */
const groupMs = 600;
const maxSteps = 200;

/**
 * Undo history of the edits made here, as JSON. It ends where someone else's changes were loaded: these are
 * never undone.
 *
 * @example
 * const history = new EditHistory();
 * history.restart('{"name":"A"}');
 * history.record('{"name":"B"}');
 * history.undo(); // '{"name":"A"}'
 */
export class EditHistory {
	#past: string[] = $state.raw([]);
	#future: string[] = $state.raw([]);
	#current = '';
	#lastAt = -Infinity;

	readonly canUndo: boolean = $derived(this.#past.length > 0);
	readonly canRedo: boolean = $derived(this.#future.length > 0);

	restart(json: string): void {
		[this.#past, this.#future, this.#current, this.#lastAt] = [[], [], json, -Infinity];
	}

	record(json: string, now = Date.now()): void {
		if (json === this.#current) return;
		const isSameStep = this.#past.length > 0 && now - this.#lastAt < groupMs;
		if (!isSameStep) this.#past = [...this.#past, this.#current].slice(-maxSteps);
		[this.#future, this.#current, this.#lastAt] = [[], json, now];
	}

	undo(): string | undefined {
		const before = this.#past.at(-1);
		if (before === undefined) return undefined;
		this.#future = [...this.#future, this.#current];
		this.#past = this.#past.slice(0, -1);
		return this.#goTo(before);
	}

	redo(): string | undefined {
		const next = this.#future.at(-1);
		if (next === undefined) return undefined;
		this.#past = [...this.#past, this.#current];
		this.#future = this.#future.slice(0, -1);
		return this.#goTo(next);
	}

	#goTo(json: string): string {
		// The next change starts a new step.
		[this.#current, this.#lastAt] = [json, -Infinity];
		return json;
	}
}
