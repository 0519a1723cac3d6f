import { limits } from '@feedback/contract';

import type { Statements } from '../../database/statement.ts';
import { readLogEnd, waitForReplay } from '../../supabase/functions/_shared/replica.ts';
import type { Config } from '../config/config-schema.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { type Check, failed, passed } from './check.ts';

const name = 'replica';

type Facts = { cluster: string; isReplica: boolean; commits: string };

/** Checks that reads can be answered by the replica: it is one of this database, and not behind. */
export async function checkReplica({
	url,
	replica_url: replicaUrl,
	ca_file: caFile,
}: Config['database']): Promise<Check[]> {
	if (url === undefined || replicaUrl === undefined) return [];
	await using cleanup = new AsyncDisposableStack();
	const connect = (address: string) => {
		const sql = connectDatabase(address, { caFile, connectSeconds: 5 });
		cleanup.defer(() => sql.end());
		return sql;
	};
	let primary: Facts;
	try {
		primary = await readFacts(connect(url));
	} catch {
		// The check of the database says why.
		return [];
	}
	try {
		const sql = connect(replicaUrl);
		const problem = findProblem(primary, await readFacts(sql));
		if (problem) return [problem];
		const late = await waitForReplay(sql, await readLogEnd(connect(url)));
		return [late === undefined ? passed(name, 'The replica is up to date.') : behind()];
	} catch (error) {
		return [
			failed(
				name,
				`The replica cannot be used: ${(error as Error).message}`,
				'Check database.replica_url, and that the replica accepts connections (hot_standby). Until then, the primary answers all reads.',
			),
		];
	}
}

async function readFacts(sql: Statements): Promise<Facts> {
	const [facts] = await sql<Facts[]>`
		select (pg_control_system()).system_identifier::text as cluster, pg_is_in_recovery() as "isReplica",
		       current_setting('synchronous_commit') as commits`;
	return facts!;
}

function findProblem(primary: Facts, replica: Facts): Check | undefined {
	if (replica.cluster !== primary.cluster) {
		return failed(
			name,
			'The server at database.replica_url is no replica of the one at database.url.',
			'Set database.replica_url to a streaming replica of it.',
		);
	}
	if (!replica.isReplica) {
		return failed(
			name,
			'The server at database.replica_url is a primary.',
			'Set database.replica_url to a streaming replica, or remove it.',
		);
	}
	if (primary.commits === 'off') {
		return failed(
			name,
			'synchronous_commit is off: the primary acknowledges changes that the replica may not have, so reads may miss them.',
			'Remove the setting from the database and its roles: alter database … reset synchronous_commit',
		);
	}
	return undefined;
}

function behind(): Check {
	return failed(
		name,
		`The replica is more than ${limits.replica.waitMs} ms behind, so the primary answers reads.`,
		'Give the replica a faster disk or processor, or find what delays its replay.',
	);
}
