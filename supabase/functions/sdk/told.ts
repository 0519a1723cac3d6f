/** A route's answer before it becomes a `Response`. */
export type Told<Body> = { body: Body; headers?: Record<string, string> };
