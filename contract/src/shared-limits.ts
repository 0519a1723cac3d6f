// Limits that the browser SDK applies too: single constants, which bundlers inline, and no imports.

/** Maximum lag of an event's time behind the server's, in hours. */
export const eventPastHours = 48;
/** Events in one request. */
export const eventBatch = 20;
/** Maximum number of events, and of identifies, in one request from the backend. */
export const backendBatch = 100;
/** Bytes of such a request. */
export const backendBytes = 262_144;
/** Default lifetime of an event proof that the helper issues, in seconds. */
export const proofDefaultSeconds = 300;
/** Maximum lifetime of an event proof, in hours. */
export const proofHours = 24;
/** Displays that a device remembers across `reset()`. */
export const deviceDisplays = 50;
export const sessionIdleMinutes = 30;
export const sessionHours = 24;
/** Milliseconds after which the SDK gives up on a request. */
export const requestTimeout = 5_000;
/** Seconds within which the SDK confirms or releases a display. */
export const displayPaintSeconds = 30;
/** Seconds after which an idle page requests a prompt that waits for its account. */
export const idlePollSeconds = 8;
/** Seconds that `event()` waits for a delayed prompt. */
export const displayWaitSeconds = 10;
/** Default limit for characters of an answer to a long text question. */
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
