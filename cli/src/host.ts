import type { Readable, Writable } from 'node:stream';

type Terminal = { isTTY?: boolean };

/**
 * The environment and the streams of a command: the process's, or those of a test that runs many commands in one
 * process.
 */
export type Host = {
	env: NodeJS.ProcessEnv;
	stdin: Readable & Terminal;
	stdout: Writable & Terminal;
	stderr: Writable & Terminal & { columns?: number; rows?: number };
};
