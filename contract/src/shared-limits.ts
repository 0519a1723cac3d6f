// Limits that the browser SDK applies too: single constants, which bundlers inline, and no imports.

/** Maximum lag of an event's time behind the server's, in hours. */
export const eventPastHours = 48;
/** Maximum number of events in one request. */
export const eventBatch = 20;
/** Maximum number of events, and of identifies, in one request from the backend. */
export const backendBatch = 100;
/** Maximum size of such a request, in bytes. */
export const backendBytes = 262_144;
/** Default lifetime of an event proof that the helper issues, in seconds. */
export const proofDefaultSeconds = 300;
/** Maximum lifetime of an event proof, in hours. */
export const proofHours = 24;
/** Maximum number of displays that a device remembers across `reset()`. */
export const deviceDisplays = 50;
/** Days for which the button of a site stays hidden after a visitor hid it. */
export const launcherHiddenDays = 90;
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
/** Minutes after which a prompt is too old for the next page: one with a delay that is overdue, or one that was left open. */
export const displayStaleMinutes = 30;
/** Default limit for characters of an answer to a long text question. */
export const answerTextDefault = 2_000;
/** Maximum length of a value that is inserted into a text of a prompt, in characters; a longer one is cut. */
export const textValue = 100;
/** Maximum length of the text behind "other", in characters. */
export const answerOther = 500;
/** Maximum size of a picture that a visitor sends, in bytes, and of each of its sides, in pixels. */
export const screenshotBytes = 2_000_000;
export const screenshotSide = 8_000;
/** Highest sequence number of an answer. */
export const answerSequence = 1_000;
/** Maximum number of events kept on a device while offline. */
export const queueEvents = 1_000;
/** Maximum length of the queue in storage, in characters. */
export const queueCharacters = 1_000_000;
/** Maximum length of a page's path, in characters. */
export const contextPath = 1_024;
/** Maximum number of languages of a visitor. */
export const contextLanguages = 5;
/** Maximum length of an account ID, in characters. */
export const accountLength = 255;
/** Maximum length of a proof, in characters. */
export const proofLength = 8_192;
/** Maximum number of keys of traits or properties. */
export const valueKeys = 64;
/** Maximum length of a key of traits or properties, in characters. */
export const valueKeyLength = 64;
/** Maximum length of a string among traits or properties, in characters. */
export const valueStringLength = 1_024;
/** Maximum size of traits or properties as JSON, in UTF-8 bytes. */
export const valueBytes = 4_096;
/** What an app passes by mistake while it does not know the account yet: the text of a missing value. */
export const missingAccount = /^\s*(undefined|null|nan|true|false|\[object .*\])?\s*$/i;
/** Maximum number of causes in one report of dropped events. */
export const dropCauses = 16;
/** Number of requests of the SDK that are under way at the same time. */
export const requestsUnderway = 4;
/** Number of events for which a decision is made at the same time; those beyond it are only recorded. */
export const decisionsAtOnce = 20;
/** Maximum number of events that a page keeps in memory until there is room in storage. */
export const backlogEvents = 10_000;
