import type { Client } from '@feedback/client';
import { limits } from '@feedback/contract';
import type { Prompt, RouteOutput } from '@feedback/contract';

export type EffectFigures = RouteOutput<'forecast'>;
export const effectDays = 30;

/**
 * Forecast of the effect of publishing content, with all live prompts replayed together: first from a small sample,
 * then from a large one.
 *
 * @example
 * const effect = new PublishEffect(client, { site, content });
 * $effect(() => effect.follow());
 */
export class PublishEffect {
	figures = $state.raw<EffectFigures>();
	/** Why the last request failed. */
	error = $state.raw<unknown>();
	isReading = $state(false);

	readonly #client: Client;
	readonly #of: { site: string; content: Prompt };
	#tries = $state(0);

	constructor(client: Client, of: { site: string; content: Prompt }) {
		[this.#client, this.#of] = [client, of];
	}

	/** Reads the forecast; call it inside an effect. @returns a function that stops this */
	follow(): () => void {
		void this.#tries;
		const controller = new AbortController();
		void this.#read(controller.signal);
		return () => controller.abort();
	}

	retry(): void {
		this.error = undefined;
		this.#tries += 1;
	}

	async #read(signal: AbortSignal) {
		this.isReading = true;
		try {
			for (const sample of [limits.forecast.first, limits.forecast.sample]) {
				const input = { ...this.#of, days: effectDays, sample, others: true };
				const figures = await this.#client.forecast(input, { signal });
				if (signal.aborted) return;
				[this.figures, this.error] = [figures, undefined];
				if (!figures.sampled) return;
			}
		} catch (error) {
			if (!signal.aborted) this.error = error;
		} finally {
			if (!signal.aborted) this.isReading = false;
		}
	}
}
