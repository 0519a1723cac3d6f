import { PoolError } from './pool-error.ts';

const broken = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'ENOTFOUND',
	'EHOSTUNREACH',
	'EAI_AGAIN',
	'CONNECTION_CLOSED',
	'CONNECTION_DESTROYED',
	'CONNECT_TIMEOUT',
]);

// Temporary SQLSTATEs: shutting down or starting, too many connections, serialization failure, deadlock,
// lock and statement timeouts, a full disk, a read-only replica.
const passing = /^(57P0[1-5]|08\w{3}|53\w{3}|40001|40P01|55P03|57014|25006|58\w{3})$/;

/**
 * Why the database is temporarily unavailable; `undefined` for other errors. This includes a missing
 * partition, which is created within the hour.
 */
export function findOutage(thrown: unknown): string | undefined {
	if (!(thrown instanceof Error)) return undefined;
	if (thrown instanceof PoolError) return thrown.message;
	const { code } = thrown as { code?: unknown };
	if (typeof code !== 'string') {
		const inner = (thrown as { errors?: unknown }).errors;
		return Array.isArray(inner) ? inner.map(findOutage).find(Boolean) : undefined;
	}
	if (isUntrusted(code)) return `no encrypted connection to the database: ${code}`;
	if (broken.has(code)) return `no connection to the database: ${code}`;
	if (passing.test(code)) return `the database refused for now: ${code}`;
	if (code === '23514' && thrown.message.startsWith('no partition of relation')) {
		return 'a partition is missing';
	}
	return undefined;
}

/** True if the server's certificate could not be verified, so that nothing was sent to the server. */
function isUntrusted(code: string): boolean {
	return /^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_|(DEPTH_ZERO_)?SELF_SIGNED_CERT)/.test(code);
}

// SQLSTATEs after which the server closes the connection. Their severity shows it too, but in the server's
// language.
const closing = /^(57P0[1-5]|25P0[34]|08\w{3}|28\w{3})$/;

/** Whether the error ended its connection, or the attempt to open one. */
export function isConnectionLost(thrown: unknown): boolean {
	if (!(thrown instanceof Error)) return false;
	const { code, severity, errors } = thrown as Error & {
		code?: unknown;
		severity?: unknown;
		errors?: unknown;
	};
	if (Array.isArray(errors)) return errors.some(isConnectionLost);
	return (
		broken.has(code as string) ||
		isUntrusted(String(code)) ||
		closing.test(String(code)) ||
		severity === 'FATAL' ||
		severity === 'PANIC'
	);
}
