const messages = {
	DEADLINE: 'the database did not answer in time; the connection was closed',
	OVERLOADED: 'too many calls wait for the database',
	CLIENT_GONE: 'the client left before its call had ended',
	POOL_ENDED: 'the pool has ended',
};

export type PoolErrorCode = keyof typeof messages;

/** The database was not queried, or did not respond in time. The caller may retry. */
export class PoolError extends Error {
	override name = 'PoolError';
	readonly code: PoolErrorCode;

	constructor(code: PoolErrorCode) {
		super(messages[code]);
		this.code = code;
	}
}
