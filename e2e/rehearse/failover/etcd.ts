import { findFreePort } from '../../../server/ports/ports.ts';
import type { Debian } from '../fresh-debian.ts';

export type Etcd = {
	/** `host:port` for clients. */
	address: string;
	/** Kills etcd. */
	kill(): Promise<void>;
	/** Restarts etcd with its data. */
	start(): Promise<void>;
};

/** Starts a single-member etcd on a Debian. Resolves when it responds. */
export async function startEtcd(debian: Debian): Promise<Etcd> {
	const [port, peerPort] = [await findFreePort(), await findFreePort()];
	const client = `http://127.0.0.1:${port}`;
	const peer = `http://127.0.0.1:${peerPort}`;
	const isUp = () =>
		fetch(`${client}/health`).then(
			({ ok }) => ok,
			() => false,
		);
	const start = async () => {
		void debian.try(
			`echo $$ >/root/etcd.pid; exec etcd --name one --data-dir /srv/etcd \\
				--listen-client-urls ${client} --advertise-client-urls ${client} \\
				--listen-peer-urls ${peer} --initial-advertise-peer-urls ${peer} \\
				--initial-cluster one=${peer} >>/root/etcd.log 2>&1`,
		);
		while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 100));
	};
	await start();
	return {
		address: `127.0.0.1:${port}`,
		start,
		kill: async () => void (await debian.run('kill -KILL $(cat /root/etcd.pid)')),
	};
}
