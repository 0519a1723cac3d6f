import { limits, type DocsSearchCount, type DocsSearchCounts } from '@feedback/contract';

import { countableWords } from './countable-words.ts';

/** How a search ended: without a result, without a click on one, or with a click. */
export type SearchOutcome = 'no_result' | 'no_click' | 'clicked';

const { rows: maxRows, days: maxDays, perMinute } = limits.search.counted;

/**
 * Counts what readers search for: words, a day, and how the search ended; nothing about who searched. Its size and its
 * rate are bounded, so that a program that searches endlessly replaces no words that readers used repeatedly.
 */
export class SearchCounts {
	readonly #rows = new Map<string, DocsSearchCount>();
	#minute = 0;
	#counted = 0;

	/** @param before counts that were stored earlier */
	constructor({ searches }: DocsSearchCounts = { searches: [] }) {
		for (const row of searches.slice(-maxRows)) this.#rows.set(keyOf(row), row);
	}

	/** Returns whether the search was counted. */
	count(query: string, outcome: SearchOutcome, now: number): boolean {
		const words = countableWords(query);
		if (words === undefined || !this.#admit(now)) return false;
		this.#forgetBefore(dayOf(now - maxDays * 86_400_000));
		const row = { day: dayOf(now), words, no_result: 0, no_click: 0, clicked: 0 };
		const known = this.#rows.get(keyOf(row));
		if (!known && this.#rows.size >= maxRows) this.#dropLeast();
		const counted = known ?? row;
		counted[outcome] += 1;
		this.#rows.set(keyOf(counted), counted);
		return true;
	}

	toJson(): DocsSearchCounts {
		return { searches: [...this.#rows.values()] };
	}

	#admit(now: number): boolean {
		const minute = Math.floor(now / 60_000);
		if (minute !== this.#minute) [this.#minute, this.#counted] = [minute, 0];
		this.#counted += 1;
		return this.#counted <= perMinute;
	}

	#forgetBefore(day: string): void {
		// In the order of their days, unless the clock was set back.
		for (const [key, row] of this.#rows) {
			if (row.day >= day) return;
			this.#rows.delete(key);
		}
	}

	/** Drops the oldest of the rows with the smallest count. */
	#dropLeast(): void {
		let least: [string, number] | undefined;
		for (const [key, row] of this.#rows) {
			const sum = row.no_result + row.no_click + row.clicked;
			if (!least || sum < least[1]) least = [key, sum];
			if (sum === 1) break;
		}
		if (least) this.#rows.delete(least[0]);
	}
}

const keyOf = ({ day, words }: DocsSearchCount): string => `${day} ${words}`;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
