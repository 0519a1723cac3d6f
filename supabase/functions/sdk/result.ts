/** Status, 200 by default, and headers of a response. */
export type ResponseHead = { status?: number; headers?: Record<string, string> };

/** The result of a route, before it becomes a `Response`. */
export type Result<Body> = ResponseHead & { body: Body };
