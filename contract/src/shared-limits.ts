// The limits that the browser SDK applies, too: single constants, which bundlers inline, and no imports.

/** How far an event's time may lie behind the server's, in hours. */
export const eventPastHours = 48;
/** Events in one request. */
export const eventBatch = 20;
/** Life of an event proof when the helper is not told otherwise, in seconds. */
export const proofDefaultSeconds = 300;
/** Longest life of an event proof, in hours. */
export const proofHours = 24;
/** Displays a device may remember across `reset()`. */
export const deviceDisplays = 50;
export const sessionIdleMinutes = 30;
export const sessionHours = 24;
/** Milliseconds until the SDK settles an unanswered call. */
export const requestTimeout = 5_000;
/** Seconds within which the SDK paints or releases. */
export const displayPaintSeconds = 30;
/** Seconds that `event()` waits for a delayed prompt. */
export const displayWaitSeconds = 10;
/** Characters of a text of several lines, unless the question says otherwise. */
export const answerTextDefault = 2_000;
/** Characters of the text behind "other". */
export const answerOther = 500;
/** Highest sequence number of an answer. */
export const answerSequence = 1_000;
/** Events kept on a device while offline. */
export const queueEvents = 1_000;
/** Characters of the queue in storage. */
export const queueCharacters = 1_000_000;
/** Characters of a page's path. */
export const contextPath = 1_024;
/** Languages of a visitor. */
export const contextLanguages = 5;
