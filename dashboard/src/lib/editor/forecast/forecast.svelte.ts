import type { Client } from '@feedback/client';
import { limits } from '@feedback/contract';
import type { Prompt } from '@feedback/contract';
import { untrack } from 'svelte';

import type { WorkingCopy } from '../working-copy.svelte.ts';
import { forecastKey } from './describe-forecast.ts';
import type { ForecastFigures } from './describe-forecast.ts';

const quietMilliseconds = 800;
export const forecastDays = 30;

/**
 * The forecast of a prompt while it is edited: requested after a pause in typing, first from a small sample and
 * then from a large one, cancelled by further typing, and stale until it matches the current content.
 *
 * @example
 * const forecast = new Forecast(copy, client, site.id);
 * $effect(() => forecast.follow());
 */
export class Forecast {
	figures = $state.raw<ForecastFigures>();
	/** Why the last forecast failed. */
	error = $state.raw<unknown>();
	isReading = $state(false);

	readonly #copy: WorkingCopy;
	readonly #client: Client;
	readonly #site: string;
	/** The key of the content that the figures belong to. */
	#made = $state.raw<string>();
	#tries = $state(0);

	/** Undefined while the prompt is invalid or has no trigger. */
	readonly #key = $derived.by(() => {
		const prompt = this.#copy.prompt;
		return prompt?.trigger ? forecastKey(prompt) : undefined;
	});
	/** True while the figures belong to earlier content. */
	readonly isStale = $derived.by(() => this.figures !== undefined && this.#made !== this.#key);

	constructor(copy: WorkingCopy, client: Client, site: string) {
		[this.#copy, this.#client, this.#site] = [copy, client, site];
	}

	/** The valid prompt that is edited. */
	get prompt(): Prompt | undefined {
		return this.#copy.prompt;
	}

	/** Why there is nothing to forecast. */
	get hindrance(): 'errors' | 'show' | undefined {
		if (!this.#copy.content.trigger) return 'show';
		return this.#copy.prompt ? undefined : 'errors';
	}

	/** Keeps the forecast up to date; call it inside an effect. @returns a function that stops this */
	follow(): () => void {
		let controller: AbortController | undefined;
		$effect(() => {
			const key = this.#key;
			void this.#tries;
			if (key === undefined || untrack(() => key === this.#made)) return;
			controller = new AbortController();
			const { signal } = controller;
			// Without delay when the editor opens.
			const isFirst = untrack(() => this.figures === undefined && this.#tries === 0);
			const timer = setTimeout(() => void this.#read(key, signal), isFirst ? 0 : quietMilliseconds);
			return () => {
				clearTimeout(timer);
				controller?.abort();
				this.isReading = false;
			};
		});
		return () => controller?.abort();
	}

	retry(): void {
		this.#made = undefined;
		this.#tries += 1;
	}

	async #read(key: string, signal: AbortSignal) {
		const content = $state.snapshot(this.#copy.prompt) as Prompt | undefined;
		if (!content) return;
		this.isReading = true;
		try {
			for (const sample of [limits.forecast.first, limits.forecast.sample]) {
				const input = { site: this.#site, content, days: forecastDays, sample };
				const figures = await this.#client.forecast(input, { signal });
				if (signal.aborted) return;
				[this.figures, this.#made, this.error] = [figures, key, undefined];
				if (!figures.sampled) return;
			}
		} catch (error) {
			if (!signal.aborted) this.error = error;
		} finally {
			if (!signal.aborted) this.isReading = false;
		}
	}
}
