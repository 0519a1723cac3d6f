/** What the gateway routes to. Upstreams start after the gateway does; one that is missing is answered with 503. */
export type Upstreams = {
	auth?: (request: Request) => Response | Promise<Response>;
	/** Loopback port of the Deno process. */
	functionsPort?: number | undefined;
	/** Further JSON documents under `/local/`; undefined for a path that does not exist. */
	local?: (url: URL) => unknown;
	/** The parts' states, for `/local/health`. */
	parts?: () => Promise<Record<string, string>>;
};
