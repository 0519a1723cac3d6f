import { Gauge, type Registry } from 'prom-client';

import { readFreeBytes } from '../data/free-bytes.ts';

/** Registers the free space of the data folder's disk. Returns a function that updates it. */
export function measureDisk(registry: Registry, data: string): () => Promise<void> {
	const free = new Gauge({
		name: 'feedback_data_free_bytes',
		help: 'Free disk space of the data folder.',
		registers: [registry],
	});
	return async () => free.set(await readFreeBytes(data));
}
