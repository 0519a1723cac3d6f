import { readFileSync } from 'node:fs';

import {
	chooseDatabaseTls,
	type DatabaseTls,
} from '../../supabase/functions/_shared/database-tls.ts';

export type DatabaseAddress = {
	/** Name or IP address of the host, or the folder of a Unix socket. */
	host: string;
	port: number;
	user: string;
	/** Empty where the server asks for none. */
	password: string;
	database: string;
	tls: DatabaseTls;
};

/** Parameters that an address may have; a pooler in transaction mode refuses all that change the session. */
const parameters = ['sslmode', 'sslrootcert'];

/**
 * Reads the address of a database. `caFile` is a file of PEM certificates, as `sslrootcert` in the address is.
 * Throws an error that names the faulty part and never quotes the password.
 *
 * @example
 * readDatabaseAddress('postgres://owner:secret@db.example/feedback?sslrootcert=/etc/feedback/ca.pem');
 * readDatabaseAddress('postgres://owner@%2Frun%2Fpostgresql/feedback');
 */
export function readDatabaseAddress(url: string, caFile?: string): DatabaseAddress {
	const parsed = URL.parse(url);
	if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
		throw new Error(
			'The database address must be a URL: postgres://user:password@host:5432/database. Percent-encode special ' +
				'characters of the password; several hosts are not supported.',
		);
	}
	const unknown = [...parsed.searchParams.keys()].find((name) => !parameters.includes(name));
	if (unknown !== undefined) {
		throw new Error(
			`The database address has the parameter ${unknown}; allowed are ${parameters.join(' and ')}. ` +
				'Set what concerns a role in the database: alter role … set ….',
		);
	}
	const ca = caFile ?? parsed.searchParams.get('sslrootcert') ?? undefined;
	return {
		host: required('a host', decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, '$1')),
		port: Number(parsed.port || 5432),
		user: required('a user', decodeURIComponent(parsed.username)),
		password: decodeURIComponent(parsed.password),
		database: required('a database', decodeURIComponent(parsed.pathname.slice(1))),
		tls: chooseDatabaseTls(url, ca === undefined ? undefined : readCertificates(ca)),
	};
}

function required(what: string, value: string): string {
	if (value) return value;
	throw new Error(
		`The database address has no part for ${what}: postgres://user:password@host/database.`,
	);
}

function readCertificates(path: string): string {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (cause) {
		throw new Error(
			`The certificates of the database's authority cannot be read: ${(cause as Error).message}`,
			{ cause },
		);
	}
	if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
	throw new Error(`${path} contains no PEM certificate (-----BEGIN CERTIFICATE-----).`);
}
