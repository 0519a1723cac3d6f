// Started by deno-pools.ts under Deno, like the functions. Each line of its input is a command for a pool, which the
// pool's first command opens; each line of its output is the result of that command.
import process from 'node:process';
import { createInterface } from 'node:readline';

import type { Database } from '../../../database/database.ts';
import { createPool } from '../_shared/pool.ts';

export type Order = {
	id: number;
	/** Number of the pool. */
	pool: number;
	url: string;
	size: number;
	call: 'statement' | 'transaction' | 'end';
};

export type Ending = { id: number; ending: string };

const pools = new Map<number, Database>();

for await (const line of createInterface({ input: process.stdin })) {
	const order = JSON.parse(line) as Order;
	void run(order).then(
		() => report(order, 'answered'),
		(error: unknown) => report(order, (error as { code?: string }).code ?? String(error)),
	);
}

function report({ id }: Order, ending: string): void {
	console.log(JSON.stringify({ id, ending } satisfies Ending));
}

async function run({ pool: key, url, size, call }: Order): Promise<unknown> {
	const pool = pools.get(key) ?? createPool(url, 'deno-pools', { size });
	pools.set(key, pool);
	if (call === 'end') return pool.end();
	if (call === 'statement') return pool`select repeat('x', 10000) as word`;
	return pool.begin('read write', (tx) => tx`select 1 as one`);
}
