import type { PoolUsage } from '../../../database/connection-pool.ts';

// Plain counters: adding to one costs nanoseconds. The server reads them and serves them as metrics; hosted
// Supabase has no reader.

/** Counters, each with one label from a closed list. */
export type Counters = {
	/** Events, by outcome: `recorded`, `duplicate`, `not_captured`, `stale`, `rejected`. */
	events: Record<string, number>;
	/** Decisions, by reason. */
	decisions: Record<string, number>;
	/** Reported states of displays, by state. */
	displays: Record<string, number>;
	/** Stored answers, `partial` or `final`. */
	answers: Record<string, number>;
	/** Attempts to deliver a message to a destination, by outcome. */
	deliveries: Record<string, number>;
	/** Attempts to send a notification to a browser: `delivered`, `failed`, or `gone` with the subscription. */
	pushes: Record<string, number>;
	/** Database calls that were abandoned or refused, by the code of their `PoolError`. */
	refusedCalls: Record<string, number>;
	/** Reads that a replica may answer: `replica`, or why the primary did. */
	replicaReads: Record<string, number>;
	/** Requests to the language model: `replied`, `refused` by its status, or why there was no reply. */
	modelRequests: Record<string, number>;
};

/** Everything counted in this process. */
export type Measurements = { counters: Counters; pools: Record<string, PoolUsage> };

const counters: Counters = {
	events: {},
	decisions: {},
	displays: {},
	answers: {},
	deliveries: {},
	pushes: {},
	refusedCalls: {},
	replicaReads: {},
	modelRequests: {},
};
const pools = new Set<{ name: string; read(): PoolUsage }>();

/** Adds one. */
export function count(name: keyof Counters, label: string): void {
	const family = counters[name];
	family[label] = (family[label] ?? 0) + 1;
}

/** Includes a pool in the measurements until the returned function is called. Pools with the same name are added up. */
export function watchPool(name: string, read: () => PoolUsage): () => void {
	const pool = { name, read };
	pools.add(pool);
	return () => void pools.delete(pool);
}

export function readMeasurements(): Measurements {
	const usages: Record<string, PoolUsage> = {};
	for (const { name, read } of pools) {
		const { size, inUse, waiting } = read();
		const sum = (usages[name] ??= { size: 0, inUse: 0, waiting: 0 });
		sum.size += size;
		sum.inUse += inUse;
		sum.waiting += waiting;
	}
	return { counters, pools: usages };
}

/** The measurements of two processes together. */
export function addMeasurements(one: Measurements, other: Measurements): Measurements {
	const names = Object.keys(one.counters) as (keyof Counters)[];
	const added = names.map((name) => [name, addCounts(one.counters[name], other.counters[name])]);
	// The processes have different pools.
	return {
		counters: Object.fromEntries(added) as Counters,
		pools: { ...one.pools, ...other.pools },
	};
}

function addCounts(one: Record<string, number>, other: Record<string, number>) {
	const labels = Object.keys({ ...one, ...other });
	return Object.fromEntries(
		labels.map((label) => [label, (one[label] ?? 0) + (other[label] ?? 0)]),
	);
}
