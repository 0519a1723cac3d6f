/** The answers that a simulated person may give, with the probability of each. */
export type Truth = readonly (readonly [value: number, probability: number])[];

/**
 * Counts the `runs` whose interval was wrong at any check between the first and the last answer. Checks after every
 * answer up to 20, and then about every 5 %; with `everyAnswer`, after every answer.
 */
export function countWrongRuns(
	{ runs, answers, everyAnswer = false }: { runs: number; answers: number; everyAnswer?: boolean },
	start: () => { add: () => void; isWrong: () => boolean },
): number {
	let wrong = 0;
	for (let run = 0; run < runs; run++) {
		const { add, isWrong } = start();
		let next = 1;
		for (let given = 1; given <= answers; given++) {
			add();
			if (given < next && given < answers) continue;
			if (isWrong()) {
				wrong++;
				break;
			}
			next = everyAnswer ? given + 1 : Math.max(given + 1, Math.ceil(given * 1.05));
		}
	}
	return wrong;
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** A random answer. */
export function draw(truth: Truth, random: () => number): number {
	let left = random();
	for (const [value, probability] of truth) {
		left -= probability;
		if (left < 0) return value;
	}
	return truth.at(-1)![0];
}

/** The true mean. */
export function trueMean(truth: Truth): number {
	return truth.reduce((sum, [value, probability]) => sum + value * probability, 0);
}
