import type { WorkingCopy } from './working-copy.svelte.ts';

/** Provides the validation errors of the edited content, and of a prompt its warnings. */
export type ErrorSource = Pick<WorkingCopy, 'errorsAt'> & Partial<Pick<WorkingCopy, 'warningsAt'>>;
