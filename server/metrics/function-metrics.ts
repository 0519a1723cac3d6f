import { Counter, Gauge, type Registry } from 'prom-client';

import type { Counters, Measurements } from '../../supabase/functions/_shared/metrics.ts';

/** Reads the functions' counters; `undefined` while they do not respond. */
export type ReadMeasurements = () => Promise<Measurements | undefined>;

const counters: Record<keyof Counters, { name: string; label: string; help: string }> = {
	events: {
		name: 'feedback_events_total',
		label: 'status',
		help: 'Reported events, by what became of them.',
	},
	decisions: {
		name: 'feedback_decisions_total',
		label: 'reason',
		help: 'Decisions about events and show(), by reason.',
	},
	displays: {
		name: 'feedback_displays_total',
		label: 'state',
		help: 'States of displays that the SDK reported.',
	},
	answers: {
		name: 'feedback_answers_total',
		label: 'kind',
		help: 'Stored answers, partial or final.',
	},
	deliveries: {
		name: 'feedback_delivery_attempts_total',
		label: 'outcome',
		help: 'Attempts to deliver a message to a destination, by outcome.',
	},
	pushes: {
		name: 'feedback_push_attempts_total',
		label: 'outcome',
		help: 'Attempts to send a notification to a browser, by outcome.',
	},
	refusedCalls: {
		name: 'feedback_database_calls_refused_total',
		label: 'cause',
		help: 'Database calls that were given up or refused, by cause.',
	},
	replicaReads: {
		name: 'feedback_replica_reads_total',
		label: 'outcome',
		help: 'Reads that a replica may answer: replica, or why the primary did.',
	},
	modelRequests: {
		name: 'feedback_model_requests_total',
		label: 'outcome',
		help: 'Requests to the language model, by outcome.',
	},
};

/**
 * Registers the counters of the functions' process. They reset to zero when that process restarts.
 *
 * @returns a function to call before each read of the registry
 */
export function measureFunctions(registry: Registry, read: ReadMeasurements): () => Promise<void> {
	const registers = [registry];
	const all = Object.entries(counters).map(([key, { name, label, help }]) => ({
		key: key as keyof Counters,
		label,
		counter: new Counter({ name, help, labelNames: [label], registers }),
	}));
	const gauge = (name: string, help: string) =>
		new Gauge({ name, help, labelNames: ['pool'] as const, registers });
	const max = gauge('feedback_pool_connections_max', 'Database connections that a pool may open.');
	const inUse = gauge('feedback_pool_connections_in_use', 'Database connections in use, by pool.');
	const waiting = gauge(
		'feedback_pool_waiting_calls',
		'Database calls that are waiting for a connection, by pool.',
	);
	return async () => {
		const measured = await read();
		for (const { key, label, counter } of all) {
			counter.reset();
			for (const [value, count] of Object.entries(measured?.counters[key] ?? {}))
				counter.inc({ [label]: value }, count);
		}
		for (const one of [max, inUse, waiting]) one.reset();
		for (const [pool, usage] of Object.entries(measured?.pools ?? {})) {
			max.set({ pool }, usage.size);
			inUse.set({ pool }, usage.inUse);
			waiting.set({ pool }, usage.waiting);
		}
	};
}
