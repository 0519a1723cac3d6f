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
 * Throws `MethodNotAllowed` for any other method. `hono/method-not-allowed` allows HEAD wherever there is GET, and
 * Hono runs the GET route for it: our GET routes may use up a grant, which a response without a body would waste.
 */
export function allowMethods(...methods: string[]): MiddlewareHandler {
	return (c, next) => {
		if (!methods.includes(c.req.method)) throw new MethodNotAllowed(methods);
		return next();
	};
}
