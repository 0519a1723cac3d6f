// How much a test covers: `npm test` tries enough to find a bug, and `npm run rehearse thorough` tries everything.

/** Variable that the rehearsal `thorough` sets to "yes". */
export const thoroughVariable = 'FEEDBACK_THOROUGH';

/** Tag of tests that take too long for what they find, so `npm test` skips them. */
export const thoroughTag = {
	name: 'thorough',
	description: 'Runs only in `npm run rehearse thorough`; other tests guard the same rules',
};

/**
 * Options of a test that `npm test` leaves out.
 *
 * @example
 * it('fits a phone, too', thorough, async () => { … });
 */
export const thorough = { tags: [thoroughTag.name] };

/** Whether the tests try everything. */
export const isThorough = process.env[thoroughVariable] === 'yes';

/** The number of rounds, rows or random cases: `all`, or only `few` in `npm test`. */
export const rounds = (few: number, all: number): number => (isThorough ? all : few);

/** The cases to try: each, or in `npm test` only one in `step`, spread over the list. */
export const oneIn = <Case>(step: number, cases: readonly Case[]): Case[] =>
	cases.filter((_, index) => isThorough || index % step === 0);

/** Variable with the name of the only operation that tests of all operations try, while that one is mutated. */
export const operationVariable = 'FEEDBACK_OPERATION';

/** Whether tests of all operations try this one. */
export const isTried = (operation: string): boolean =>
	[undefined, operation].includes(process.env[operationVariable]);
