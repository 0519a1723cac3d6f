/** Why a database server cannot be used, as a sentence, and how to fix it. */
export type ConnectionFault = { message: string; fix: string };

/** Explains an error of a connection to the database server of `database.url`. */
export function explainConnection(error: unknown): ConnectionFault {
	const { code = '', message } = error as { code?: string; message: string };
	return {
		message: `The database cannot be used: ${message}`,
		fix: fixes[code] ?? 'Check database.url and database.ca_file.',
	};
}

// By SQLSTATE, or by Node.js' error code.
const fixes: Record<string, string> = {
	'28P01': 'Check the user and the password in database.url.',
	'28000': 'Allow this user and address in pg_hba.conf of the database server.',
	'42501': 'Let the user in database.url own the database: alter database … owner to …',
	'3D000': 'Create the database: createdb --owner <user> <database>',
	ECONNREFUSED: 'Start the database server, and check host and port in database.url.',
	ENOTFOUND: 'Check the host name in database.url.',
	EAI_AGAIN: 'Check the host name in database.url, and the name server of this machine.',
	ETIMEDOUT: 'Check host and port in database.url, and the firewall.',
	CONNECT_TIMEOUT: 'Check host and port in database.url, and the firewall.',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'Set database.ca_file to the certificate of the database server.',
	SELF_SIGNED_CERT_IN_CHAIN: 'Set database.ca_file to the authority of the database server.',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Set database.ca_file to the authority of the database server.',
	ERR_TLS_CERT_ALTNAME_INVALID: "Use the name in the server's certificate as the host.",
};
