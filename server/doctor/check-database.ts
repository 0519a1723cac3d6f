import type { Statements } from '../../database/statement.ts';
import { type DatabaseClient, connectDatabase } from '../postgres/connect.ts';
import { explainConnection } from '../postgres/explain-connection.ts';
import { listMigrations } from '../postgres/migrations.ts';
import { compareMigrations } from '../postgres/other-versions.ts';
import { refuseUnsupported } from '../postgres/server-version.ts';
import { checkClock } from './check-clock.ts';
import { type Check, failed, passed } from './check.ts';

type Facts = {
	version: string;
	major: number;
	owns: boolean;
	createsRoles: boolean;
	isSuperuser: boolean;
	skewMs: number;
	role: string;
	database: string;
};

/** Checks an external database server: reachable, new enough, with an owner that may migrate, and migrated. */
export async function checkDatabase(url: string, caFile: string | undefined): Promise<Check[]> {
	let sql: DatabaseClient;
	try {
		sql = connectDatabase(url, { caFile, connectSeconds: 5 });
	} catch (error) {
		return [failed('database', (error as Error).message, 'Correct database.url.')];
	}
	try {
		const facts = await readFacts(sql);
		return [
			checkVersion(facts),
			checkRights(facts),
			checkClock('the database server', facts.skewMs),
			await checkMigrations(sql),
		];
	} catch (error) {
		const { message, fix } = explainConnection(error);
		return [failed('database', message, fix)];
	} finally {
		await sql.end();
	}
}

async function readFacts(sql: Statements): Promise<Facts> {
	const before = Date.now();
	const [row] = await sql<(Omit<Facts, 'skewMs'> & { now: string })[]>`
		select current_setting('server_version') as version,
			current_setting('server_version_num')::int / 10000 as major,
			pg_has_role(database.datdba, 'member') as owns,
			role.rolcreaterole as "createsRoles",
			role.rolsuper as "isSuperuser",
			role.rolname as role,
			database.datname as database,
			(extract(epoch from clock_timestamp()) * 1000)::bigint::text as now
		from pg_database database, pg_roles role
		where database.datname = current_database() and role.rolname = current_user`;
	const { now, ...facts } = row!;
	// The response was created at some point in between.
	const middle = (before + Date.now()) / 2;
	return { ...facts, skewMs: Number(now) - middle };
}

function checkVersion({ version, major }: Facts): Check {
	try {
		refuseUnsupported(major, version);
		return passed('database', `PostgreSQL ${version} answers.`);
	} catch (error) {
		return failed('database', (error as Error).message, 'Upgrade the database server.');
	}
}

function checkRights({ owns, createsRoles, isSuperuser, role, database }: Facts): Check {
	const name = 'database rights';
	if (!owns && !isSuperuser) {
		return failed(
			name,
			`${role} does not own the database ${database}.`,
			`As a superuser: alter database "${database}" owner to "${role}"`,
		);
	}
	if (!createsRoles && !isSuperuser) {
		return failed(
			name,
			`${role} may not create roles, which the migrations need.`,
			`As a superuser: alter role "${role}" createrole`,
		);
	}
	return passed(name, `${role} owns ${database} and may create roles.`);
}

async function checkMigrations(sql: Statements): Promise<Check> {
	const name = 'migrations';
	const all = listMigrations();
	try {
		const applied = await compareMigrations(sql, all);
		const missing = all.length - applied.length;
		return missing === 0
			? passed(name, `All ${all.length} migrations are applied.`)
			: passed(name, `${missing} of ${all.length} migrations will be applied by the next start.`);
	} catch (error) {
		return failed(
			name,
			(error as Error).message,
			'Run the version of feedback-server that made this database, or a later one.',
		);
	}
}
