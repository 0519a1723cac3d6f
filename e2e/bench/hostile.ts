// What visitors wait for a decision while connections ask, without a pause, for what costs the service most without a
// sign-in: medians, beside those without such connections. Run it with: npm run bench hostile
import {
	type Hostile,
	hostileConnections,
	isDecided,
	startAttackedStack,
	startHostile,
	visit,
} from '../hostile/hostile.ts';
import type { Rows } from '../prove/figure.ts';
import { reportTable } from '../prove/report.ts';
import { median } from './median.ts';

const visitors = 80;
const attacks: readonly Hostile[] = [
	...hostileConnections.map((connections) => ({ asksFor: 'functions' as const, connections })),
	...hostileConnections.map((connections) => ({ asksFor: 'search' as const, connections })),
	...hostileConnections.map((connections) => ({ asksFor: 'sign-in' as const, connections })),
];

const stack = await startAttackedStack(true);
try {
	await visit(stack, 20);
	const rows: Rows = {};
	for (const attack of attacks) {
		// Just before, because the machine changes.
		const idle = median((await visit(stack, visitors)).map(({ ms }) => ms));
		await using _ = await startHostile(stack, attack);
		const visits = await visit(stack, visitors);
		const attacked = median(visits.map(({ ms }) => ms));
		const what = attack.asksFor === 'functions' ? '' : `, ${attack.asksFor}`;
		rows[`${attack.connections} connections${what}`] = {
			'without, ms': Number(idle.toFixed(1)),
			'with, ms': Number(attacked.toFixed(1)),
			ratio: Number((attacked / idle).toFixed(2)),
			refused: { value: visits.filter((one) => !isDecided(one)).length, goal: { exactly: 0 } },
		};
	}
	reportTable('A decision', rows);
} finally {
	await stack.stop();
}
process.exit(process.exitCode);
