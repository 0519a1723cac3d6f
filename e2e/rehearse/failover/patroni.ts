import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { findFreePort } from '../../../server/ports/ports.ts';
import type { Debian } from '../fresh-debian.ts';
import { home, patroniConfig } from './patroni-config.ts';

/** One PostgreSQL with its Patroni, on ports of loopback. */
export type PatroniNode = { name: string; port: number; restPort: number };

export type Patroni = {
	nodes: readonly [PatroniNode, PatroniNode];
	/** The node that its Patroni reports as writable; waits until there is one. */
	primary(): Promise<PatroniNode>;
	/** Resolves when one node is the primary and the other node is its registered synchronous standby. */
	whole(): Promise<void>;
	/** Promotes the standby in a controlled switchover. */
	switchOver(): Promise<void>;
	/** Starts the Patroni of a node, which starts its PostgreSQL unless it is running. */
	start(node: PatroniNode): void;
	/** Sends a signal to a node's PostgreSQL with all of its processes, to its Patroni, or to both. */
	signal(node: PatroniNode, signal: 'KILL' | 'STOP' | 'CONT', to: Target): Promise<void>;
	/** The URL for a node's superuser, bypassing any proxy. */
	urlOf(node: PatroniNode): string;
};

type Target = 'postgres' | 'patroni' | 'both';
type Member = { name: string; role: string; state: string };

/** Starts two Patroni nodes in synchronous mode on a Debian. */
export async function startPatroni(
	debian: Debian,
	{ etcd, password }: { etcd: string; password: string },
): Promise<Patroni> {
	mkdirSync(join(debian.folder, home));
	const newNode = async (name: string): Promise<PatroniNode> => {
		const node = { name, port: await findFreePort(), restPort: await findFreePort() };
		const config = patroniConfig(node, { etcd, password });
		// JSON is YAML.
		writeFileSync(join(debian.folder, home, `${name}.yaml`), JSON.stringify(config));
		return node;
	};
	const nodes = [await newNode('one'), await newNode('two')] as const;
	await debian.run(`chown -R postgres:postgres ${home}`);
	const start = ({ name }: PatroniNode) => {
		// Not as a child of the shell that entered Debian: Patroni would be stopped with the shell, and never
		// continued.
		void debian.try(
			`cd ${home}; setsid patroni ${name}.yaml >>${name}.log 2>&1 & echo $! >${home}/${name}.pid`,
			{ user: 'postgres' },
		);
	};
	const ask = ({ restPort }: PatroniNode, path: string) =>
		fetch(`http://127.0.0.1:${restPort}/${path}`, { signal: AbortSignal.timeout(2_000) }).catch(
			() => undefined,
		);
	const primary = async () => {
		for (;;) {
			for (const node of nodes) if ((await ask(node, 'primary'))?.ok) return node;
			await wait(50);
		}
	};
	const readRoles = async () => {
		const answer = await ask(nodes[0], 'cluster');
		const { members } = (answer?.ok ? await answer.json() : { members: [] }) as {
			members: Member[];
		};
		return members.map(({ role, state }) => `${role} ${state}`).toSorted();
	};
	start(nodes[0]);
	await primary();
	start(nodes[1]);
	return {
		nodes,
		primary,
		start,
		async whole() {
			for (;;) {
				if (String(await readRoles()) === 'leader running,sync_standby streaming') return;
				await wait(200);
			}
		},
		async switchOver() {
			await debian.run(`patronictl -c ${home}/one.yaml switchover --force feedback`);
		},
		async signal({ name }, signal, to) {
			const patroni = `$(cat ${home}/${name}.pid)`;
			const postmaster = `$(head -n 1 ${home}/${name}/postmaster.pid)`;
			const postgres = `${postmaster} $(pgrep -P ${postmaster})`;
			// Signal Patroni first: otherwise it would notice that its PostgreSQL has gone.
			const ids = { patroni, postgres, both: `${patroni} ${postgres}` }[to];
			// Some processes exit together with the first.
			await debian.run(`kill -${signal} ${ids} || true`);
		},
		urlOf: ({ port }) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
	};
}
