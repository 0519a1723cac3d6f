// Descriptors that a parent passes begin after standard input, output and error (sd_listen_fds(3)).
const firstDescriptor = 3;

/**
 * The listening socket that systemd, or another parent that implements its protocol, has opened for this process;
 * `undefined` when there is none. The socket stays open while this process restarts, so that no connection is refused.
 * Removes the variables from the environment, because they are not meant for child processes.
 */
export function takeActivatedSocket(environment = process.env): { fd: number } | undefined {
	const { LISTEN_PID: pid, LISTEN_FDS: count } = environment;
	for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete environment[name];
	if (Number(pid) !== process.pid || !(Number(count) >= 1)) return undefined;
	if (Number(count) > 1) {
		throw new Error(
			`The parent process passed ${count} sockets (LISTEN_FDS); the server takes one. Write one ListenStream.`,
		);
	}
	return { fd: firstDescriptor };
}
