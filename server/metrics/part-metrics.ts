import { Counter, Gauge, type Registry } from 'prom-client';

import type { Supervised } from '../supervisor/supervisor.ts';

/**
 * Registers metrics of the supervised parts, by the names that `/readyz` uses.
 *
 * @returns a function to call before each read of the registry
 */
export function measureParts(
	registry: Registry,
	parts: Readonly<Record<string, Pick<Supervised, 'check' | 'restarts'>>>,
): () => Promise<void> {
	const registers = [registry];
	const up = new Gauge({
		name: 'feedback_part_up',
		help: '1 while a part of the server runs and answers.',
		labelNames: ['part'] as const,
		registers,
	});
	const restarts = new Counter({
		name: 'feedback_part_restarts_total',
		help: 'How often a part was started again after it had ended or hung.',
		labelNames: ['part'] as const,
		registers,
	});
	return async () => {
		restarts.reset();
		await Promise.all(
			Object.entries(parts).map(async ([part, supervised]) => {
				restarts.inc({ part }, supervised.restarts());
				up.set({ part }, (await supervised.check()) === 'running' ? 1 : 0);
			}),
		);
	};
}
