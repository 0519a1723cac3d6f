import { readCase } from './rule-case.ts';
import type { TypedCase } from './rule-case.ts';

type Case = NonNullable<ReturnType<typeof readCase>['input']>;

/** A case that somebody types, and what the rules said of it. */
export class RuleTrial<Answer> {
	whom = $state<TypedCase['whom']>('account');
	subject = $state('');
	properties = $state('{}');
	verified = $state(false);
	busy = $state(false);
	error = $state.raw<unknown>();
	answer = $state.raw<Answer>();

	readonly #ask: (input: Case) => Promise<Answer> | undefined;
	readonly #usualName: () => string;
	#typedName = $state<string>();
	#tried = $state(false);
	readonly #read = $derived.by(() => readCase(this));

	/** What is wrong with the case, once it was tried. */
	readonly faults = $derived.by(() => (this.#tried ? this.#read.faults : {}));

	/** @param usualName the event while none is typed */
	constructor(ask: (input: Case) => Promise<Answer> | undefined, usualName = () => '') {
		this.#ask = ask;
		this.#usualName = usualName;
	}

	get name(): string {
		return this.#typedName ?? this.#usualName();
	}
	set name(typed: string) {
		this.#typedName = typed;
	}

	/** True when nothing is missing. */
	get isWhole(): boolean {
		return this.#read.input !== undefined;
	}

	/** Never rejects. */
	async judge(): Promise<void> {
		this.#tried = true;
		const asked = this.#read.input && this.#ask(this.#read.input);
		if (!asked) return;
		this.busy = true;
		this.error = undefined;
		try {
			this.answer = await asked;
		} catch (failure) {
			this.error = failure;
		} finally {
			this.busy = false;
		}
	}
}
