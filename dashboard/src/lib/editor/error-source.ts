import type { WorkingCopy } from './working-copy.svelte.ts';

/** Has the validation errors of what is edited. */
export type ErrorSource = Pick<WorkingCopy, 'errorsAt'>;
