import type { readCase, TypedCase } from './rule-case.ts';

type Read = typeof readCase;
type Case = NonNullable<ReturnType<Read>['input']>;

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
	#readCase = $state.raw<Read>();
	readonly #case = $derived.by(() => this.#readCase?.(this));

	/** Errors of the case, once it was submitted. */
	readonly errors = $derived.by(() => (this.#tried && this.#case?.errors) || {});

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

	/** Runs the test if nothing is missing. Never rejects. */
	async runIfComplete(): Promise<void> {
		// Most people open the page without a case, which needs no parser yet.
		if (this.subject.trim() === '' || this.name.trim() === '') return;
		const isLoaded = await this.#load().catch(() => false);
		if (isLoaded && this.#case?.input) await this.run();
	}

	/** Never rejects. */
	async run(): Promise<void> {
		this.#tried = true;
		try {
			await this.#load();
			const asked = this.#case?.input && this.#ask(this.#case.input);
			if (!asked) return;
			[this.busy, this.error] = [true, undefined];
			this.answer = await asked;
		} catch (failure) {
			this.error = failure;
		} finally {
			this.busy = false;
		}
	}

	// The parser is large: the form can be used before it is loaded.
	async #load(): Promise<true> {
		this.#readCase ??= (await import('./rule-case.ts')).readCase;
		return true;
	}
}
