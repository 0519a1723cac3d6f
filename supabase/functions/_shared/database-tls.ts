import { readSetting } from './environment.ts';

export type DatabaseTls = false | { rejectUnauthorized: true; ca?: string };

const modes = ['disable', 'verify-full'];

/**
 * How to encrypt the connections to a database address. The server's certificate is always verified, against the
 * certificates of `FEEDBACK_DATABASE_CA` where that is set. Unencrypted are only addresses that say
 * `sslmode=disable`, and loopback ones that say nothing. Throws on any other mode: `require` verifies nothing.
 */
export function readDatabaseTls(address: string): DatabaseTls {
	const { hostname, searchParams } = new URL(address);
	const mode = searchParams.get('sslmode') ?? (isLoopback(hostname) ? 'disable' : 'verify-full');
	if (!modes.includes(mode)) {
		throw new Error(`The database address has sslmode=${mode}; it must be ${modes.join(' or ')}.`);
	}
	if (mode === 'disable') return false;
	// Where a variable cannot hold several lines, their ends are written as \\n.
	const ca = readSetting('FEEDBACK_DATABASE_CA')?.replaceAll('\\n', '\n');
	return { rejectUnauthorized: true, ...(ca !== undefined && { ca }) };
}

function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}
