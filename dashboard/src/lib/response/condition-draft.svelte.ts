import type { ValidationIssue } from '@feedback/contract';

import type { ErrorSource } from '#lib/editor/error-source.ts';
import type { FieldPath } from '#lib/editor/field-path.ts';

/** A condition of the filter while it is edited. Errors show after the first attempt to apply it. */
export class ConditionDraft implements ErrorSource {
	/** Changed in place by the fields; undefined without a condition. */
	rule = $state<Record<string, unknown>>();
	#check = $state.raw<(rule: unknown) => ValidationIssue[]>();
	errors = $derived.by(() => this.#check?.($state.snapshot(this.rule)) ?? []);

	/** @param applied JSON of the condition in the URL, or an empty string */
	constructor(applied: string) {
		if (applied !== '') this.rule = JSON.parse(applied) as Record<string, unknown>;
	}

	/** The errors at a path; with `deep`, also the errors below it. */
	errorsAt(path: FieldPath, deep = false): ValidationIssue[] {
		return this.errors.filter(
			(error) =>
				(deep ? error.path.length >= path.length : error.path.length === path.length) &&
				path.every((part, index) => String(part) === String(error.path[index])),
		);
	}

	/** The condition as JSON; undefined while it is invalid. */
	async write(): Promise<string | undefined> {
		this.#check = (await import('./check-condition.ts')).checkCondition;
		return this.errors.length > 0 ? undefined : JSON.stringify($state.snapshot(this.rule));
	}
}
