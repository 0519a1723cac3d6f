/** An expected failure of a command; the message says why and what to do. */
export class CommandFailure extends Error {
	override name = 'CommandFailure';
	readonly exitCode: number;

	constructor(message: string, options: { cause?: unknown; exitCode?: number } = {}) {
		super(message, { cause: options.cause });
		this.exitCode = options.exitCode ?? 1;
	}
}
