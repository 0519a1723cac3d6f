import { readFileSync } from 'node:fs';

import { type DatabaseAddress, parseDatabaseAddress } from '../../database/database-address.ts';

export type { DatabaseAddress };

/** Parameters that an address may have. A pooler in transaction mode refuses all parameters that change the session. */
const parameters = ['sslmode', 'sslrootcert'];

/**
 * Reads the address of a database. `caFile` is a file of PEM certificates, like `sslrootcert` in the address.
 * Throws an error that names the invalid part and never quotes the password.
 *
 * @example
 * readDatabaseAddress('postgres://owner:secret@db.example/feedback?sslrootcert=/etc/feedback/ca.pem');
 * readDatabaseAddress('postgres://owner@%2Frun%2Fpostgresql/feedback');
 */
export function readDatabaseAddress(url: string, caFile?: string): DatabaseAddress {
	const given = URL.parse(url)?.searchParams;
	const unknown = [...(given?.keys() ?? [])].find((name) => !parameters.includes(name));
	if (unknown !== undefined) {
		throw new Error(
			`The database address has the parameter ${unknown}; allowed are ${parameters.join(' and ')}. ` +
				'Set what concerns a role in the database: alter role … set ….',
		);
	}
	const ca = caFile ?? given?.get('sslrootcert') ?? undefined;
	return parseDatabaseAddress(url, ca === undefined ? undefined : readCertificates(ca));
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
