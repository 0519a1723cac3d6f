export type DocsErrorCode =
	| 'invalid_page'
	| 'not_found'
	| 'too_large'
	| 'unavailable'
	| 'unreachable';

/** The error with which every method of the docs client rejects, except for an aborted signal. */
export class DocsError extends Error {
	override name = 'DocsError';
	readonly code: DocsErrorCode;

	constructor(code: DocsErrorCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}
