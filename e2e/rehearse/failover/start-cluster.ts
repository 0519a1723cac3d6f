import postgres from 'postgres';

import { findFreePort } from '../../../server/ports/ports.ts';
import type { Debian } from '../fresh-debian.ts';
import { type Haproxy, startHaproxy } from '../cluster/haproxy.ts';
import { type TwoServers, startTwoServers } from '../cluster/two-servers.ts';
import { type Etcd, startEtcd } from './etcd.ts';
import { type Patroni, startPatroni } from './patroni.ts';

/**
 * Two servers behind HAProxy, which reach their database through another HAProxy in front of two PostgreSQL servers
 * with Patroni.
 */
export type Cluster = {
	etcd: Etcd;
	patroni: Patroni;
	/** The HAProxy in front of PostgreSQL. */
	haproxy: Haproxy;
	servers: TwoServers;
	/** The superuser's URL for the service's database, through HAProxy. */
	adminUrl: string;
	stop(): Promise<void>;
};

/** Starts the whole cluster on a Debian with the packages above. `folder` is for the data of the servers. */
export async function startCluster(
	debian: Debian,
	{ folder, prepare }: { folder: string; prepare(adminUrl: string): Promise<void> },
): Promise<Cluster> {
	const password = 'rehearsal';
	const etcd = await startEtcd(debian);
	const patroni = await startPatroni(debian, { etcd: etcd.address, password });
	await patroni.whole();
	const port = await findFreePort();
	const [one, two] = patroni.nodes;
	const haproxy = await startHaproxy(debian, {
		file: 'haproxy-patroni.cfg',
		port,
		replace: {
			'127.0.0.1:5000': `127.0.0.1:${port}`,
			'10.0.0.21:5432 check port 8008': `127.0.0.1:${one.port} check port ${one.restPort}`,
			'10.0.0.22:5432 check port 8008': `127.0.0.1:${two.port} check port ${two.restPort}`,
		},
	});
	const urlOf = (role: string, database: string) =>
		`postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
	await untilOnlyPrimary(urlOf('postgres', 'postgres'));
	await prepare(urlOf('postgres', 'postgres'));
	const servers = await startTwoServers(debian, {
		folder,
		databaseUrl: urlOf('feedback', 'feedback'),
	});
	return {
		etcd,
		patroni,
		haproxy,
		servers,
		adminUrl: urlOf('postgres', 'feedback'),
		stop: () => servers.stop(),
	};
}

/** Before its first checks, HAProxy treats both nodes as the primary and alternates between them. */
async function untilOnlyPrimary(url: string): Promise<void> {
	for (let found = 0; found < 4;) {
		const sql = postgres(url, { max: 1, onnotice() {} });
		// HAProxy closes connections to the standby once its checks detect it.
		const [row] = await sql<{ standby: boolean }[]>`
			select pg_is_in_recovery() as standby`.catch(() => []);
		found = row?.standby === false ? found + 1 : 0;
		await sql.end({ timeout: 1 });
	}
}
