/** What a server answered: of a redirect, where to and with what. */
export type Answer = { status: number; body: Record<string, unknown> };
