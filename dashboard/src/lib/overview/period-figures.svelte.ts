import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

import { follow } from '#lib/live/follow.ts';

import type { Period } from './period.ts';

export type Scores = RouteOutput<'getScores'>;
export type ScoredPrompt = Scores['prompts'][number];
export type Text = RouteOutput<'listTextAnswers'>['items'][number];

const newestTexts = 5;
const intervalMs = 30_000;

/** Every figure of the overview, all of one period. */
export class PeriodFigures {
	/** Undefined until the first read. */
	scores = $state.raw<Scores>();
	/** The newest texts of the period. */
	texts = $state.raw<Text[]>();
	/** The period of `scores`. */
	days = $state<Period>();
	/** Why the last read failed; the figures stay. */
	error = $state.raw<unknown>();

	readonly #client: Client;
	readonly #site: string;

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	get isKnown(): boolean {
		return this.scores !== undefined || this.error !== undefined;
	}

	/**
	 * Reads the figures every half minute, and a few seconds after something new arrived.
	 *
	 * @param countNews counts what arrived since the page was opened
	 * @returns a function that stops reading
	 */
	follow(days: Period, countNews: () => number): () => void {
		let last = { at: -Infinity, news: 0 };
		return follow({
			intervalMs: 4_000,
			poll: async (signal) => {
				const now = { at: performance.now(), news: countNews() };
				if (now.news === last.news && now.at - last.at < intervalMs) return;
				const [site, options] = [this.#site, { signal }];
				const [scores, texts] = await Promise.all([
					this.#client.getScores({ site, days: Number(days) }, options),
					this.#client.listTextAnswers({ site, limit: newestTexts }, options),
				]);
				if (signal.aborted) return;
				last = now;
				this.scores = scores;
				// Newest first, so no newer text of the period is missing.
				this.texts = texts.items.filter((text) => isSince(scores.since, text.answered_at));
				[this.days, this.error] = [days, undefined];
			},
			onFailure: (error) => (this.error = error),
		});
	}
}

const isSince = (since: string, at: string) => Date.parse(at) >= Date.parse(since);
