/** Targets of the gateway's routes. Upstreams start after the gateway does; requests to a missing one get 503. */
export type Upstreams = {
	/** Serves `/auth/v1/*` like Supabase Auth. */
	auth?: (request: Request) => Response | Promise<Response>;
	/** Loopback port of our own identity service, for the rest of `/auth/*`. */
	identityPort?: number;
	/** Loopback port of the built dashboard, for all paths that no other route matches. */
	dashboardPort?: number;
	/** Resolves when the server has started or has given up; requests to the functions wait for it. */
	starting?: Promise<unknown> | undefined;
	/** Loopback port of the Deno process of the functions. */
	functionsPort?: number | undefined;
	/** The Deno process of `sdk` and `events`, if they have their own. */
	ingest?: { port: number | undefined };
	/** Loopback port of the registry of the packages that match this server, for `/npm/*`. */
	packagesPort?: number;
	/** Loopback port of the documentation server, for requests with the host name of the documentation's URL. */
	docsPort?: number;
	/** Further JSON documents or responses under `/local/`; undefined for a path that does not exist. */
	local?: (url: URL) => unknown;
	/** The parts' states, for `/local/health`. */
	parts?: () => Promise<Record<string, string>>;
	/** Names of the parts that are not ready and without which no event can be recorded, for `/readyz`. */
	findUnready?: () => Promise<readonly string[]>;
	/** Names of failing parts without which the server still records events, for `/readyz`. */
	findImpaired?: () => readonly string[];
};
