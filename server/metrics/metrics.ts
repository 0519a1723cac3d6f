import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

import type { Observe } from '../gateway/observe-requests.ts';
import type { ListenAddress, Listening } from '../gateway/listen.ts';
import type { DatabaseAddress } from '../postgres/database-address.ts';
import type { Supervised } from '../supervisor/supervisor.ts';
import { measureArchive } from './archive-metrics.ts';
import { measureBackups } from './backup-metrics.ts';
import { type CellMetricsOptions, measureCells } from './cell-metrics.ts';
import { type DatabaseMetricsOptions, measureDatabase } from './database-metrics.ts';
import { type ReadMeasurements, measureFunctions } from './function-metrics.ts';
import { measureDisk } from './disk-metrics.ts';
import { measureDrills } from './drill-metrics.ts';
import { measureParts } from './part-metrics.ts';
import { measureReplica } from './replica-metrics.ts';
import { measureRequests } from './request-metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

/** The parts of a running server that are measured. */
export type MeasuredServer = {
	parts: Readonly<Record<string, Supervised>>;
	readFunctions: ReadMeasurements;
	/** The data folder. */
	data: string;
	database: DatabaseMetricsOptions;
	/** Address of the database's replica, if it has one. */
	replica?: DatabaseAddress;
	/** Databases besides home. */
	cells?: CellMetricsOptions['cells'];
};

export type Metrics = {
	/** Records the gateway's requests. */
	observe: Observe;
	/** Serves `/metrics` about the server. */
	serve(listen: ListenAddress, server: MeasuredServer): Promise<Listening>;
};

/** Metrics of this process, and of a server once it runs. Their names are an interface: alert rules use them. */
export function createMetrics(): Metrics {
	const registry = new Registry();
	// Metrics that have a counter's name but are not counters are left out, because there are equivalent metrics
	// with labels.
	collectDefaultMetrics({ register: registry });
	for (const name of [
		'nodejs_active_handles_total',
		'nodejs_active_requests_total',
		'nodejs_active_resources_total',
	])
		registry.removeSingleMetric(name);
	new Gauge({
		name: 'feedback_start_timestamp_seconds',
		help: 'When the server was started, in seconds since 1970.',
		registers: [registry],
	}).set(Date.now() / 1_000 - process.uptime());
	const observe = measureRequests(registry);
	return {
		observe,
		async serve(listen, { parts, readFunctions, data, database, replica, cells = [] }) {
			const measuredDatabase = measureDatabase(registry, database);
			const measuredReplica = measureReplica(registry, { primary: database.address, replica });
			const measuredCells = measureCells(registry, { home: database.address, cells });
			const measured = [measuredDatabase, measuredReplica, measuredCells];
			const stop = () => Promise.all(measured.map((each) => each.stop()));
			const collectors = [
				measureFunctions(registry, readFunctions),
				measureParts(registry, parts),
				measuredDatabase.collect,
				measuredReplica.collect,
				measuredCells.collect,
				measureArchive(registry),
				measureBackups(registry),
				measureDisk(registry, data),
				measureDrills(registry, data),
			];
			try {
				const listening = await serveMetrics({ listen, registry, collectors });
				return {
					...listening,
					async stop() {
						await listening.stop();
						await stop();
					},
				};
			} catch (error) {
				await stop();
				throw error;
			}
		},
	};
}
