import type { WorkingCopy } from './working-copy.svelte.ts';

/** Provides the validation errors of the edited content. */
export type ErrorSource = Pick<WorkingCopy, 'errorsAt'>;
