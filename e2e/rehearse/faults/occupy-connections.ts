import pg from 'pg';

/**
 * Ends every other connection to a database server, and occupies all that the server accepts, as its superuser.
 *
 * @returns releases the connections
 */
export async function occupyConnections(admin: pg.ClientConfig): Promise<() => Promise<void>> {
	const taken: pg.Client[] = [];
	const takeAll = async () => {
		for (;;) {
			const client = new pg.Client(admin);
			client.on('error', () => undefined);
			try {
				await client.connect();
			} catch (error) {
				// Too many connections.
				if ((error as { code?: string }).code === '53300') return;
				throw error;
			}
			taken.push(client);
		}
	};
	// Clients reconnect when their connection ends, and may be faster.
	do {
		await takeAll();
	} while ((await endOthers(taken[0]!)) > 0);
	return async () => {
		await Promise.all(taken.map((client) => client.end()));
	};
}

/** Ends the sessions of the service; resolves to how many there were. */
async function endOthers(client: pg.Client): Promise<number> {
	const { rowCount } = await client.query(
		`select pg_terminate_backend(pid) from pg_stat_activity
		where backend_type = 'client backend' and application_name like 'feedback-%'`,
	);
	return rowCount ?? 0;
}
