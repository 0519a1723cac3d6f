import type { Client } from '@feedback/client';
import type { ExperimentResult } from '@feedback/contract';

import { follow } from '#lib/live/follow.ts';
import type { PromptSummary } from '#lib/prompt/prompt-summary.ts';

export type RunningExperiment = { prompt: PromptSummary; result: ExperimentResult };

const [most, intervalMs] = [5, 60_000];

/** The published prompts with an experiment, the newest first. */
export function listExperiments(prompts: readonly PromptSummary[]): PromptSummary[] {
	return prompts
		.filter(({ state, content }) => state === 'published' && content.experiment !== undefined)
		.slice(0, most);
}

/** The experiments that run now, and what was found so far. */
export class RunningExperiments {
	/** Undefined until the first read. */
	all = $state.raw<RunningExperiment[]>();
	/** Why the last read failed; the results stay. */
	error = $state.raw<unknown>();
	/** Those in which waiting longer would change little, so that a person can decide. */
	decidable = $derived.by(() =>
		(this.all ?? []).filter(({ result: { conclusion } }) =>
			['different', 'unlikely'].includes(conclusion.outlook),
		),
	);

	readonly #client: Client;
	readonly #site: string;

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	get isKnown(): boolean {
		return this.all !== undefined || this.error !== undefined;
	}

	/** @returns a function that stops reading */
	follow(prompts: readonly PromptSummary[]): () => void {
		if (prompts.length === 0) {
			[this.all, this.error] = [[], undefined];
			return () => undefined;
		}
		return follow({
			intervalMs,
			poll: async (signal) => {
				const read = await Promise.all(
					prompts.map(async (prompt) => {
						const { experiment } = await this.#client.getExperiment(
							{ site: this.#site, prompt: prompt.id },
							{ signal },
						);
						return experiment?.running ? [{ prompt, result: experiment }] : [];
					}),
				);
				if (!signal.aborted) [this.all, this.error] = [read.flat(), undefined];
			},
			onFailure: (error) => (this.error = error),
		});
	}
}
