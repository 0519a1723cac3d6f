import { inject } from 'vitest';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Whether the tests try everything, see `testing/thorough.ts`. */
		thorough: boolean;
	}
}

/** The number of rounds of a test: `all`, or only `few` in `npm test`. */
export const rounds = (few: number, all: number): number => (inject('thorough') ? all : few);
