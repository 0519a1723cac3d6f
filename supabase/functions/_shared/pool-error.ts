import { count } from './metrics.ts';

const messages = {
	DEADLINE: 'the database did not answer in time; the connection was closed',
	OVERLOADED: 'too many calls wait for the database',
	CLIENT_GONE: 'the client left before its call could begin',
	POOL_ENDED: 'the pool has ended',
};

/** The database was not queried, or did not respond in time. The caller may retry. */
export class PoolError extends Error {
	override name = 'PoolError';
	readonly code: keyof typeof messages;

	constructor(code: keyof typeof messages) {
		super(messages[code]);
		count('refusedCalls', code);
		this.code = code;
	}
}
