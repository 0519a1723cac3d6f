/** A step of a journey, and the seconds that it took. */
export type Step = { name: string; seconds: number };

/** Measures the steps of one reader. */
export type Journey = {
	steps: readonly Step[];
	/** Does a step, and notes how long it took. An error names the step. */
	step<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
	/** Minutes of all steps, to a hundredth. */
	minutes(): number;
};

/** Starts a journey without steps. */
export function startJourney(reader: string): Journey {
	const steps: Step[] = [];
	return {
		steps,
		async step(name, run) {
			const started = performance.now();
			try {
				return await run();
			} catch (error) {
				throw new Error(`${reader}: “${name}” failed: ${(error as Error).message}`, {
					cause: error,
				});
			} finally {
				const seconds = Number(((performance.now() - started) / 1_000).toFixed(1));
				steps.push({ name, seconds });
				console.log(`${reader}: ${name}, ${seconds} s`);
			}
		},
		minutes: () => toMinutes(steps.reduce((sum, { seconds }) => sum + seconds, 0)),
	};
}

/** Seconds as minutes, to a hundredth. */
export function toMinutes(seconds: number): number {
	return Number((seconds / 60).toFixed(2));
}
