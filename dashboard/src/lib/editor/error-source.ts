import type { WorkingCopy } from './working-copy.svelte.ts';

/** Holds the validation errors of the edited content. */
export type ErrorSource = Pick<WorkingCopy, 'errorsAt'>;
