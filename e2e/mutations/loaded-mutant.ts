/** Variable with the path of a file that holds the mutated module, while there is one. */
export const mutantVariable = 'FEEDBACK_MUTANT';

export type LoadedMutant = { url: string; source: string };
