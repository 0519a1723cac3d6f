import { createRepeatLimit } from './repeat-limit.ts';

const isPrinted = createRepeatLimit((words, more, seconds) =>
	console.error(`${more} more within ${seconds} s: ${words}`),
);

/** Prints an error under the request's ID. Of repeated lines, only the first few are printed, then their number. */
export function logError(requestId: string, words: string): void {
	if (isPrinted(words)) console.error(`${requestId} ${words}`);
}
