import { ApiError } from '@feedback/client';
import type { Audience, ValidationIssue } from '@feedback/contract';

import type { DraftRule } from '#lib/editor/condition/rule-tree.ts';
import type { ErrorSource } from '#lib/editor/error-source.ts';
import type { FieldPath } from '#lib/editor/field-path.ts';
import { isSameContent } from '#lib/editor/same-content.ts';

import type { checkAudience } from './check-audience.ts';

export type TypedAudience = { key: string; name: string; rule: DraftRule | undefined };
export type AudienceInput = { key: string; name: string; rule: Audience };

/** An audience in a form, until it is saved. Errors show after the first attempt to save. */
export class AudienceDraft implements ErrorSource {
	/** Changed in place by the fields. */
	typed: TypedAudience = $state()!;
	busy = $state(false);
	/** Why the last save failed, unless a field shows the error. */
	problem = $state.raw<unknown>();
	/** What the input started from, with what others have saved since. */
	#base: TypedAudience = $state.raw()!;
	#check = $state.raw<typeof checkAudience>();
	/** The issue that the service found, and the input that it refused. */
	#refused = $state.raw<{ typed: string; issue: ValidationIssue }>();
	#typed = $derived.by(() => JSON.stringify($state.snapshot(this.typed)));
	isNameChanged = $derived.by(() => this.typed.name !== this.#base.name);
	isRuleChanged = $derived.by(
		() => !isSameContent($state.snapshot(this.typed.rule), this.#base.rule),
	);
	isChanged = $derived(
		this.isNameChanged || this.isRuleChanged || this.typed.key !== this.#base.key,
	);
	errors = $derived.by(() => this.#listErrors());

	constructor(typed: TypedAudience) {
		this.reset(typed);
	}

	/** Replaces the input. */
	reset(typed: TypedAudience): void {
		this.typed = JSON.parse(JSON.stringify(typed)) as TypedAudience;
		this.#base = typed;
		[this.problem, this.#refused, this.#check] = [undefined, undefined, undefined];
	}

	/**
	 * Takes over what someone else saved, except where the input was changed here.
	 *
	 * @returns false if their rule and the one here are both changed: then the input is still based on the older rule
	 */
	follow({ name, rule }: Pick<TypedAudience, 'name' | 'rule'>): boolean {
		const isConflict =
			this.isRuleChanged &&
			!isSameContent(rule, this.#base.rule) &&
			!isSameContent(rule, $state.snapshot(this.typed.rule));
		if (!this.isNameChanged) this.typed.name = name;
		if (!this.isRuleChanged && !isSameContent(rule, this.#base.rule)) {
			this.typed.rule = structuredClone(rule);
		}
		this.#base = { ...this.#base, name, rule: isConflict ? this.#base.rule : rule };
		return !isConflict;
	}

	/** Bases the input on this rule, so that saving replaces it. */
	rebase(rule: DraftRule): void {
		this.#base = { ...this.#base, rule };
		this.problem = undefined;
	}

	/** The errors at a path; with `deep`, also the errors below it. */
	errorsAt(path: FieldPath, deep = false): ValidationIssue[] {
		return this.errors.filter(
			(error) =>
				(deep ? error.path.length >= path.length : error.path.length === path.length) &&
				path.every((part, index) => String(part) === String(error.path[index])),
		);
	}

	/** Calls `store` if the audience is valid. Never rejects. */
	async save(store: (audience: AudienceInput) => Promise<void>): Promise<void> {
		if (this.busy) return;
		[this.busy, this.problem, this.#refused] = [true, undefined, undefined];
		const typed = this.#typed;
		try {
			this.#check = (await import('./check-audience.ts')).checkAudience;
			if (this.errors.length === 0) await store(JSON.parse(typed) as AudienceInput);
		} catch (error) {
			this.#refuse(error, typed);
		} finally {
			this.busy = false;
		}
	}

	#refuse(error: unknown, typed: string) {
		const path = error instanceof ApiError ? error.field?.split('.') : undefined;
		if (path && path[0]! in this.typed) {
			this.#refused = { typed, issue: { path, message: (error as ApiError).message } };
		} else {
			this.problem = error;
		}
	}

	#listErrors(): ValidationIssue[] {
		if (!this.#check) return [];
		const found = this.#check(JSON.parse(this.#typed));
		const refused = this.#refused;
		return found.length === 0 && refused?.typed === this.#typed ? [refused.issue] : found;
	}
}
