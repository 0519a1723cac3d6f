// What visitors wait for a decision while connections ask, without a pause, for what costs the service most without a
// sign-in: medians, beside those without such connections. Run it with: npm run bench hostile
import {
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

const stack = await startAttackedStack();
try {
	await visit(stack, 20);
	const rows: Rows = {};
	for (const connections of hostileConnections) {
		// Just before, because the machine changes.
		const idle = median((await visit(stack, visitors)).map(({ ms }) => ms));
		await using _ = await startHostile(stack.apiUrl, connections);
		const visits = await visit(stack, visitors);
		const attacked = median(visits.map(({ ms }) => ms));
		rows[`${connections} connections`] = {
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
