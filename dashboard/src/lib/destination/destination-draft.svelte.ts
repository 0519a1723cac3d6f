import { ApiError } from '@feedback/client';
import type { ValidationIssue } from '@feedback/contract';

import type { ErrorSource } from '#lib/editor/error-source.ts';
import type { FieldPath } from '#lib/editor/field-path.ts';

import type { checkDestination } from './check-destination.ts';
import { toSettings } from './typed-destination.ts';
import type { DestinationInput, TypedDestination } from './typed-destination.ts';

/** The settings of a destination in a form, until they are saved. Errors show after the first attempt to save. */
export class DestinationDraft implements ErrorSource {
	/** Changed in place by the fields. */
	typed: TypedDestination = $state()!;
	busy = $state(false);
	/** Why the last save failed, unless a field shows the error. */
	problem = $state.raw<unknown>();
	/** Why no channel of Slack is connected. */
	slackProblem = $state<string>();
	/** Whether the person leaves the form for a page that leads back, and what they typed is kept. */
	isLeft = $state(false);
	/** Whether the destination exists. */
	readonly isStored: boolean;
	/** Whether an empty field keeps the stored value, which the person cannot see. */
	storedSecrets = $derived.by(() => ({
		url: this.isStored && this.#base.url === '',
		token: this.isStored,
	}));
	#base: TypedDestination = $state.raw()!;
	#check = $state.raw<typeof checkDestination>();
	/** The issue that the service found, and the settings that it refused. */
	#refused = $state.raw<{ settings: string; issue: ValidationIssue }>();
	#settings = $derived.by(() => toSettings($state.snapshot(this.typed) as TypedDestination));
	isChanged = $derived.by(() => !isEqual($state.snapshot(this.typed), this.#base));
	errors = $derived.by(() => this.#listErrors());

	constructor(typed: TypedDestination, { isStored = false } = {}) {
		this.isStored = isStored;
		this.reset(typed);
	}

	/** Replaces the input with stored settings. */
	reset(typed: TypedDestination): void {
		this.typed = structuredClone(typed);
		this.#base = structuredClone(typed);
		[this.problem, this.#refused, this.#check] = [undefined, undefined, undefined];
	}

	/** The settings that differ from the stored ones. Sending only these preserves changes by other people. */
	pickChanges(settings: DestinationInput): Partial<DestinationInput> {
		const base: Record<string, unknown> = toSettings(this.#base);
		const changed = Object.entries(settings).filter(([key, value]) => !isEqual(value, base[key]));
		return Object.fromEntries(changed);
	}

	/** The errors at a path; with `deep`, also the errors below it. */
	errorsAt(path: FieldPath, deep = false): ValidationIssue[] {
		return this.errors.filter(
			(error) =>
				(deep ? error.path.length >= path.length : error.path.length === path.length) &&
				path.every((part, index) => String(part) === String(error.path[index])),
		);
	}

	/**
	 * Calls `store` with valid settings. Never rejects.
	 *
	 * @returns whether `store` returned something; undefined means that the person cancelled
	 */
	async save(store: (settings: DestinationInput) => Promise<unknown>): Promise<boolean> {
		if (this.busy) return false;
		[this.busy, this.problem, this.#refused] = [true, undefined, undefined];
		try {
			this.#check = (await import('./check-destination.ts')).checkDestination;
			if (this.errors.length > 0) return false;
			const settings = this.#settings;
			const stored = await store(settings).catch((error: unknown) => {
				this.#refuse(error, settings);
			});
			return stored !== undefined;
		} catch (error) {
			this.problem = error;
			return false;
		} finally {
			this.busy = false;
		}
	}

	#refuse(error: unknown, settings: DestinationInput) {
		const path = error instanceof ApiError ? error.field?.split('.') : undefined;
		if (!path || !(path[0]! in settings)) {
			this.problem = error;
			return;
		}
		const issue = { path, message: (error as ApiError).message };
		this.#refused = { settings: JSON.stringify(settings), issue };
	}

	#listErrors(): ValidationIssue[] {
		if (!this.#check) return [];
		const keeps = (setting: unknown) =>
			(setting === 'url' || setting === 'token') &&
			this.storedSecrets[setting] &&
			this.typed[setting].trim() === '';
		const found = this.#check(this.#settings).filter(({ path }) => !keeps(path[0]));
		const refused = this.#refused;
		const isSame = refused?.settings === JSON.stringify(this.#settings);
		return found.length === 0 && refused && isSame ? [refused.issue] : found;
	}
}

function isEqual(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
