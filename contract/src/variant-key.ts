import { limits } from './limits.ts';

/** Format of the key of an experiment or a variant. */
export const variantKeyPattern = new RegExp(`^[a-z0-9][a-z0-9_-]{0,${limits.experiment.key - 1}}$`);
