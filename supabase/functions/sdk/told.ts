/** What goes ahead of an answer's body; the status is 200 unless it says otherwise. */
export type Head = { status?: number; headers?: Record<string, string> };

/** A route's answer before it becomes a `Response`. */
export type Told<Body> = Head & { body: Body };
