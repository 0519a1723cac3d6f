import * as shared from './shared-limits.ts';

export const requestLimits = {
	/** Maximum size of a request body, in bytes. */
	bytes: 65_536,
	/** Maximum nesting depth of a request body. */
	depth: 8,
	/** Maximum number of values in a request body, and of keys; the largest request of the SDK has 1,600. */
	values: 4_000,
	keys: 4_000,
	/** Milliseconds after which the service stops waiting for its database and answers 503; less than `timeout`. */
	deadline: 4_000,
	/** Milliseconds after which the SDK gives up on a request. */
	timeout: shared.requestTimeout,
	/** Number of requests of the SDK that are under way at the same time. */
	underway: shared.requestsUnderway,
	/** Number of events for which a decision is made at the same time; those beyond it are only recorded. */
	decisions: shared.decisionsAtOnce,
} as const;

/** Requests without a sign-in of one network address, at one instance of the service. */
export const openLimits = {
	/** Maximum number of simultaneous requests. */
	atOnce: 16,
	/** Sustained bytes of bodies per second, and burst. */
	bytes: { perSecond: 65_536, burst: 1_048_576 },
	/** Bytes that each request counts as at least. */
	leastBytes: 1_024,
	/** Sustained milliseconds of work per second, and burst. */
	time: { perSecond: 200, burst: 4_000 },
	/** Milliseconds after which the work for a request is stopped. */
	deadline: 10_000,
} as const;

/** An instance of several databases. */
export const cellLimits = {
	/** Milliseconds that a database may take to look up where a site is. */
	lookUpMs: 500,
	/** Seconds for which home is not asked where sites are, after it was down. */
	pauseSeconds: 5,
	/** Milliseconds between two heartbeats of home. */
	beatMs: 200,
	/** Seconds that a cell may be behind home; beyond that, management there is unavailable. */
	lagSeconds: 1,
} as const;

/** Reads on a replica of the database. */
export const replicaLimits = {
	/** Milliseconds that a read waits until the replica has what was committed before; then the primary answers. */
	waitMs: 500,
	/** Seconds for which the primary answers all reads after the replica was late or down. */
	pauseSeconds: 5,
} as const;
