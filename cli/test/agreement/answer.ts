/** A server's response; for a redirect, `body` contains its target and parameters. */
export type Answer = { status: number; body: Record<string, unknown> };
