import type { ThreadOptions } from './run-thread.ts';

/** What the threads of one server have in common. */
export type ThreadSettings = Pick<ThreadOptions, 'log' | 'isLessUrgent'>;
