/** The service's address for pages that do not set one; defined when the SDK is built. */
declare const __FEEDBACK_API_URL__: string;
/** File of the prompt UI beside the script-tag build, and its hash for `integrity`. */
declare const __FEEDBACK_UI__: readonly [file: string, hash: string];
/** The same for the preview-mode file. */
declare const __FEEDBACK_PREVIEW__: readonly [file: string, hash: string];
/** The same for the file of what is done later, if at all. */
declare const __FEEDBACK_LATER__: readonly [file: string, hash: string];
/** The same for the file of the launcher. */
declare const __FEEDBACK_LAUNCHER__: readonly [file: string, hash: string];
/** The same for the file that collects the context of answers. */
declare const __FEEDBACK_CONTEXT__: readonly [file: string, hash: string];
/** The same for the file that shows earlier answers in texts. */
declare const __FEEDBACK_PERSONAL__: readonly [file: string, hash: string];
/** The same for the file with the words of the console. */
declare const __FEEDBACK_DEBUG__: readonly [file: string, hash: string];
/** The same for the file that a prompt loads after it has been painted. */
declare const __FEEDBACK_MORE__: readonly [file: string, hash: string];
/** The same for the file of questions that ask for a picture of the page. */
declare const __FEEDBACK_PICTURE__: readonly [file: string, hash: string];
/** The same for the file that draws the page. */
declare const __FEEDBACK_SCREENSHOT__: readonly [file: string, hash: string];
