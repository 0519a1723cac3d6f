import { chooseDatabaseTls, type DatabaseTls } from './database-tls.ts';

export type DatabaseAddress = {
	/** Name or IP address of the host, or the folder of a Unix socket. */
	host: string;
	port: number;
	user: string;
	/** Empty if the server requires none. */
	password: string;
	database: string;
	tls: DatabaseTls;
	/** Settings of the session, as `options` in the URL; a pooler may read its tenant from it. */
	options?: string;
};

/**
 * Parses a database URL. `ca` is the text of PEM certificates. Throws an error that names the invalid
 * part and never quotes the password.
 *
 * @example
 * parseDatabaseAddress('postgres://owner:secret@db.example/feedback');
 * parseDatabaseAddress('postgres://owner@%2Frun%2Fpostgresql/feedback');
 */
export function parseDatabaseAddress(url: string, ca?: string): DatabaseAddress {
	const parsed = URL.parse(url);
	if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
		throw new Error(
			'The database address must be a URL: postgres://user:password@host:5432/database. Percent-encode special ' +
				'characters of the password; several hosts are not supported.',
		);
	}
	const options = parsed.searchParams.get('options');
	return {
		host: required('a host', decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, '$1')),
		port: Number(parsed.port || 5432),
		user: required('a user', decodeURIComponent(parsed.username)),
		password: decodeURIComponent(parsed.password),
		database: required('a database', decodeURIComponent(parsed.pathname.slice(1))),
		tls: chooseDatabaseTls(parsed, ca),
		...(options !== null && { options }),
	};
}

function required(what: string, value: string): string {
	if (value) return value;
	throw new Error(
		`The database address has no part for ${what}: postgres://user:password@host/database.`,
	);
}
