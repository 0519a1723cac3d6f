import { ServiceError } from '@feedback/contract';
import type { MiddlewareHandler } from 'hono';

/** The URL exists, but does not support the request's method. */
export class MethodNotAllowed extends ServiceError {
	readonly methods: readonly string[];

	constructor(methods: readonly string[]) {
		super('method_not_allowed');
		this.methods = methods;
	}

	/** Value of the `Allow` header. */
	get allow(): string {
		return [...this.methods, 'OPTIONS'].join(', ');
	}
}

/**
 * Throws `MethodNotAllowed` for any other method. `hono/method-not-allowed` is not used: it allows HEAD wherever there
 * is GET, and Hono then runs the GET route, which may use up a grant for a response without a body.
 */
export function allowMethods(...methods: string[]): MiddlewareHandler {
	return (c, next) => {
		if (!methods.includes(c.req.method)) throw new MethodNotAllowed(methods);
		return next();
	};
}
