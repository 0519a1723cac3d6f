import { readCase } from './rule-case.ts';
import type { TypedCase } from './rule-case.ts';

type Case = NonNullable<ReturnType<typeof readCase>['input']>;

/** A typed test case, and the result of the rules. */
export class RuleTrial<Answer> {
	subjectKind = $state<TypedCase['subjectKind']>('account');
	subject = $state('');
	properties = $state('{}');
	verified = $state(false);
	busy = $state(false);
	error = $state.raw<unknown>();
	answer = $state.raw<Answer>();

	readonly #ask: (input: Case) => Promise<Answer> | undefined;
	readonly #defaultName: () => string;
	#typedName = $state<string>();
	#tried = $state(false);
	readonly #read = $derived.by(() => readCase(this));

	/** Errors of the case, once it was submitted. */
	readonly errors = $derived.by(() => (this.#tried ? this.#read.errors : {}));

	/** @param defaultName the event name until one is typed */
	constructor(ask: (input: Case) => Promise<Answer> | undefined, defaultName = () => '') {
		this.#ask = ask;
		this.#defaultName = defaultName;
	}

	get name(): string {
		return this.#typedName ?? this.#defaultName();
	}
	set name(typed: string) {
		this.#typedName = typed;
	}

	/** True if nothing is missing. */
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
