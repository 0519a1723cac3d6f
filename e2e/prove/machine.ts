import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';

import { nativeFolder } from '../../server/postgres/native-programs.ts';
import { median } from '../bench/median.ts';
import type { Machine } from './result.ts';

/** Describes this machine, with how fast one of its cores is now. */
export function describeMachine(): Machine {
	return {
		cpu: cpus()[0]?.model.trim() ?? 'unknown',
		cores: availableParallelism(),
		memory_gib: Number((totalmem() / 1024 ** 3).toFixed(1)),
		kernel: release(),
		node: process.versions.node,
		postgres: readPostgresVersion(),
		additions_ms: Math.round(median([timeAdditions(), timeAdditions(), timeAdditions()])),
		load: Number(loadavg()[0]!.toFixed(1)),
	};
}

function readPostgresVersion(): string {
	const printed = execFileSync(join(nativeFolder(), 'postgres'), ['--version'], {
		encoding: 'utf8',
	});
	return /\d+(\.\d+)*/.exec(printed)?.[0] ?? printed.trim();
}

/** Milliseconds of a hundred million additions: figures of two machines can be compared only with this value. */
function timeAdditions(): number {
	const before = performance.now();
	let sum = 0;
	for (let at = 0; at < 100_000_000; at++) sum = (sum + at) | 0;
	return performance.now() - before + (sum & 0);
}
