/** A reply of a server; for a redirect, `body` has its target and parameters. */
export type Answer = { status: number; body: Record<string, unknown> };
