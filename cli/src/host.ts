import type { Readable, Writable } from 'node:stream';

type Terminal = { isTTY?: boolean };

/** The environment and the streams of a command: those of the process, or of a test that runs many in one process. */
export type Host = {
	env: NodeJS.ProcessEnv;
	stdin: Readable & Terminal;
	stdout: Writable & Terminal;
	stderr: Writable & Terminal & { columns?: number; rows?: number };
};
