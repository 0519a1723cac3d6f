/** Folder of the nodes in their Debian. */
export const home = '/srv/patroni';

type Node = { name: string; port: number; restPort: number };

/** The configuration of one node; the settings in `dcs` are copied from the page about several servers. */
export function patroniConfig(
	{ name, port, restPort }: Node,
	{ etcd, password }: { etcd: string; password: string },
): unknown {
	return {
		scope: 'feedback',
		name,
		etcd3: { host: etcd },
		restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
		bootstrap: {
			dcs: {
				ttl: 20,
				loop_wait: 5,
				retry_timeout: 5,
				synchronous_mode: true,
				failsafe_mode: true,
				postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
			},
			initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
		},
		postgresql: {
			listen: `127.0.0.1:${port}`,
			connect_address: `127.0.0.1:${port}`,
			data_dir: `${home}/${name}`,
			pgpass: `${home}/${name}.pgpass`,
			bin_dir: '/usr/lib/postgresql/17/bin',
			parameters: { unix_socket_directories: home },
			pg_hba: [
				'host replication replicator 127.0.0.1/32 scram-sha-256',
				'host all all 127.0.0.1/32 scram-sha-256',
			],
			authentication: {
				superuser: { username: 'postgres', password },
				replication: { username: 'replicator', password },
				rewind: { username: 'rewind', password },
			},
		},
	};
}
