import { join } from 'node:path';

import { root } from '../../server/layout/tree.ts';
import type { Debian } from './fresh-debian.ts';

/** The parts of `compose.yaml` that Docker Compose reads. */
export type ComposedServices = {
	configs: { caddyfile: { content: string } };
	services: Record<'caddy' | 'feedback' | 'postgres', ComposedService>;
};

export type ComposedService = {
	environment: Record<string, string>;
	read_only?: boolean;
	cap_drop?: string[];
	security_opt?: string[];
	tmpfs?: string[];
	volumes: { source: string; target: string }[];
	healthcheck?: { test: string[] };
};

/** The services of the compose file with these values, as parsed by Debian's Docker Compose. */
export async function readComposed(
	debian: Debian,
	values: Readonly<Record<string, string>>,
): Promise<ComposedServices> {
	debian.copy(join(root, 'server/operations/compose.yaml'), '/root/compose.yaml');
	const variables = Object.entries(values).map(([name, value]) => `${name}='${value}'`);
	const output = await debian.run(
		`cd /root; ${variables.join(' ')} docker-compose --file compose.yaml config --format json`,
	);
	return JSON.parse(output) as ComposedServices;
}

const binaries = '/usr/lib/postgresql/17/bin';

/**
 * Starts Debian's PostgreSQL 17 as the official image starts its own, from the service's environment: the named user is
 * its superuser. Resolves when the service's check succeeds.
 */
export async function startComposedPostgres(
	debian: Debian,
	{ environment, healthcheck }: ComposedService,
): Promise<void> {
	const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB, POSTGRES_INITDB_ARGS } = environment;
	const check = healthcheck!.test.slice(1).join(' ');
	await debian.run(
		`cd /tmp
		printf %s '${POSTGRES_PASSWORD}' > password
		${binaries}/initdb -D data -U ${POSTGRES_USER} --pwfile=password --auth-local=trust \\
			--auth-host=scram-sha-256 ${POSTGRES_INITDB_ARGS} >/dev/null
		echo 'host all all all scram-sha-256' >> data/pg_hba.conf
		${binaries}/pg_ctl -D data -w -l log \\
			-o "-k /tmp -c listen_addresses='*'" start >/dev/null || { cat log; exit 1; }
		[ ${POSTGRES_DB} = postgres ] || createdb -h /tmp -U ${POSTGRES_USER} ${POSTGRES_DB}
		PGHOST=/tmp ${check}`,
		{ user: 'postgres' },
	);
}

/** The certificate of the authority with which `startComposedCaddy` signs. */
export const caddyAuthority = '/root/.local/share/caddy/pki/authorities/local/root.crt';

/**
 * Starts Debian's Caddy with the file of the compose file, with its own certificate authority instead of a public one.
 */
export async function startComposedCaddy(
	debian: Debian,
	{ content }: { content: string },
): Promise<void> {
	const options = 'local_certs\\n\\tskip_install_trust\\n\\tadmin off';
	await debian.run(`
		cat >/root/Caddyfile <<'END'\n${content}\nEND
		sed -i '0,/{/s//{\\n\\t${options}/' /root/Caddyfile
		caddy run --config /root/Caddyfile --adapter caddyfile >/tmp/caddy.log 2>&1 &
		for try in $(seq 100); do [ -e ${caddyAuthority} ] && exit 0; sleep 0.1; done
		cat /tmp/caddy.log; exit 1`);
}
