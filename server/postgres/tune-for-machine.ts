import { totalmem } from 'node:os';

import type { Settings } from './data-directory.ts';

const megabyte = 1024 * 1024;

export type Machine = {
	/** Bytes of memory that the whole server may use; by default those of the machine or its container. */
	memory?: number;
	/** Maximum number of connections, all roles together. */
	connections?: number;
};

/**
 * Settings for an embedded Postgres in production, on a machine that it shares with the rest of the server. The command
 * that archives WAL does nothing until a backup changes `archive_command` with `alter system`, which requires no
 * restart of Postgres. The log contains no statements and no values, because these may be personal data.
 */
export function tuneForMachine({
	memory = memoryHere(),
	connections = 60,
}: Machine = {}): Settings {
	const size = (part: number, least: number, most: number) =>
		`${Math.round(Math.min(Math.max(part / megabyte, least), most))}MB`;
	return {
		max_connections: connections,
		// Each gigabyte takes 19 MB to manage, even if it stays empty, and the kernel caches the remaining data.
		shared_buffers: size(memory / 5, 64, 1_024),
		effective_cache_size: size(memory / 2, 128, 65_536),
		maintenance_work_mem: size(memory / 32, 32, 512),
		work_mem: size(memory / 8 / connections, 4, 32),
		jit: 'off',
		wal_level: 'replica',
		archive_mode: 'on',
		archive_command: '/bin/true',
		max_wal_size: '2GB',
		min_wal_size: '256MB',
		wal_compression: 'on',
		checkpoint_timeout: '15min',
		log_line_prefix: '%m [%p] %q%u ',
		log_min_error_statement: 'panic',
		log_error_verbosity: 'terse',
		log_lock_waits: 'on',
	};
}

// A container may have less than the machine.
function memoryHere(): number {
	const limit = process.constrainedMemory();
	return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
