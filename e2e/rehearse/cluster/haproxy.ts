import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { root } from '../../../server/layout/tree.ts';
import type { Debian } from '../fresh-debian.ts';

export type Haproxy = {
	/** Kills and restarts HAProxy. Resolves when it listens. */
	restart(): Promise<void>;
};

export type HaproxyOptions = {
	/** A file of `server/operations`. */
	file: string;
	/** Port on loopback on which HAProxy listens with the changed file. */
	port: number;
	/** Texts of the file, with the replacement of each. */
	replace: Record<string, string>;
};

/** Starts HAProxy with a documented file. Resolves when it listens. */
export async function startHaproxy(
	debian: Debian,
	{ file, port, replace }: HaproxyOptions,
): Promise<Haproxy> {
	let text = readFileSync(join(root, 'server/operations', file), 'utf8');
	for (const [from, to] of Object.entries(replace)) {
		if (!text.includes(from)) throw new Error(`The documented file has no "${from}".`);
		text = text.replace(from, to);
	}
	const path = `/root/${file}`;
	writeFileSync(join(debian.folder, path), text);
	await debian.run(`haproxy -c -f ${path}`);
	const start = async () => {
		void debian.try(`echo $$ >${path}.pid; exec haproxy -db -f ${path} >>${path}.log 2>&1`);
		while (!(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 20));
	};
	await start();
	return {
		async restart() {
			await debian.run(`kill -KILL $(cat ${path}.pid)`);
			while (await accepts(port)) await new Promise((resolve) => setTimeout(resolve, 20));
			await start();
		},
	};
}

function accepts(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}
