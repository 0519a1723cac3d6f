const messages = {
	CONNECT_TIMEOUT: 'the connection to the database was not established in time',
	CONNECTION_CLOSED: 'the connection to the database was closed',
	CONNECTION_DESTROYED: 'the connection to the database was given up',
};

/** A closed connection that the driver reports without a code. */
export class ConnectionError extends Error {
	override name = 'ConnectionError';
	readonly code: keyof typeof messages;

	constructor(code: keyof typeof messages, options?: ErrorOptions) {
		const { message } = (options?.cause ?? {}) as { message?: string };
		super(message ? `${messages[code]}: ${message}` : messages[code], options);
		this.code = code;
	}
}
