/** The service's address for pages that do not set one; defined when the SDK is built. */
declare const __FEEDBACK_API_URL__: string;
/** File of the prompt UI beside the script-tag build, and its hash for `integrity`. */
declare const __FEEDBACK_UI__: readonly [file: string, hash: string];
/** The same for the preview-mode file. */
declare const __FEEDBACK_PREVIEW__: readonly [file: string, hash: string];
