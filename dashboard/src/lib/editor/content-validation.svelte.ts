import type { LintIssue, ValidationIssue, Prompt } from '@feedback/contract';
import { SvelteSet } from 'svelte/reactivity';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import { pathKey } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { isEmptyAt } from './is-empty-at.ts';
import { validateContent, mayBeMisspelt } from './validate-content.ts';

export type ContentError = ValidationIssue & {
	/** The word that was probably intended. */ suggestion?: string;
};

type Suggest = (content: unknown, error: ValidationIssue) => string | undefined;

/** The contract's validation of content that is being edited. */
export class ContentValidation {
	readonly #read: () => PromptContent;
	readonly #result = $derived.by(() => validateContent($state.snapshot(this.#read())));
	/** Worded as the command prints them. */
	readonly errors: ContentError[] = $derived.by(() =>
		this.#suggest(
			this.#result.errors.filter(
				({ path }) => this.#shown.has(pathKey(path)) || !isEmptyAt(this.#read(), path),
			),
		),
	);
	/** What is probably a mistake, in the words of the command. */
	readonly warnings: LintIssue[] = $derived.by(() => this.#result.warnings);
	/** Paths of fields that the person has left; an empty field elsewhere is not yet an error. */
	readonly #shown = new SvelteSet<string>();
	/** The content as a prompt, if it is valid. */
	readonly prompt: Prompt | undefined = $derived.by(() => this.#result.prompt);
	#suggestion: Suggest | undefined = $state.raw();

	constructor(read: () => PromptContent) {
		this.#read = read;
	}

	/** Shows the errors at a path and below it, including errors of empty fields. Without a path, shows all errors. */
	show(key = ''): void {
		for (const { path } of this.#result.errors) {
			const own = pathKey(path);
			if (key === '' || own === key || own.startsWith(`${key}.`)) this.#shown.add(own);
		}
	}

	/** The errors at a path; with `deep`, also the errors below it. */
	errorsAt(path: FieldPath, deep: boolean): ContentError[] {
		return this.errors.filter((error) => isAt(error.path, path, deep));
	}

	/** The warnings at a path; with `deep`, also those below it. */
	warningsAt(path: FieldPath, deep: boolean): LintIssue[] {
		return this.warnings.filter((warning) => isAt(warning.path, path, deep));
	}

	#suggest(errors: ValidationIssue[]): ContentError[] {
		if (!errors.some(mayBeMisspelt)) return errors;
		const suggest = this.#suggestion;
		if (!suggest) {
			// Loaded when needed: it contains the whole JSON schema, and few errors are spelling mistakes.
			void import('@feedback/contract/suggestion').then(
				({ suggestFix }) => (this.#suggestion = suggestFix),
			);
			return errors;
		}
		const content = $state.snapshot(this.#read());
		return errors.map((error) => {
			const suggestion = mayBeMisspelt(error) ? suggest(content, error) : undefined;
			return { ...error, ...(suggestion !== undefined && { suggestion }) };
		});
	}
}

function isAt(own: FieldPath, path: FieldPath, deep: boolean): boolean {
	return (
		(deep ? own.length >= path.length : own.length === path.length) &&
		path.every((part, index) => String(part) === String(own[index]))
	);
}
