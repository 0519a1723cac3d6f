export type DatabaseTls = false | { rejectUnauthorized: true; ca?: string };

/**
 * Chooses the encryption of connections to a database address; the drivers interpret `sslmode` differently.
 * The server's certificate is always verified, against the PEM certificates `ca` where they are given. Only
 * addresses with `sslmode=disable`, and loopback addresses and Unix sockets without `sslmode`, are
 * unencrypted. Throws on any other mode.
 */
export function chooseDatabaseTls({ hostname, searchParams }: URL, ca?: string): DatabaseTls {
	const mode = searchParams.get('sslmode') ?? (isLocal(hostname) ? 'disable' : 'verify-full');
	if (mode === 'disable') return false;
	if (mode !== 'verify-full') {
		throw new Error(
			`The database address has sslmode=${mode}; it must be disable or verify-full.${reasons[mode] ?? ''}`,
		);
	}
	return { rejectUnauthorized: true, ...(ca !== undefined && { ca }) };
}

const unverified = (what: string) =>
	` ${what}. Write sslmode=verify-full, and give the certificate of its authority if that is not a public one.`;

const reasons: Record<string, string> = {
	require: unverified('It would accept any certificate, also that of an attacker'),
	prefer: unverified('It would send data unencrypted when the server asks for it'),
	allow: unverified('It would send data unencrypted when the server accepts it'),
	'verify-ca': unverified('It would accept the certificate of any server of the same authority'),
};

function isLocal(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname === '[::1]' ||
		/^127(\.\d{1,3}){3}$/.test(hostname) ||
		// The folder of a Unix socket, percent-encoded.
		/^%2f/i.test(hostname)
	);
}
