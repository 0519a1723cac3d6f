/** The first message of a connection in Postgres' protocol, version 3.0. */
export function startupMessage(parameters: { user: string; database: string }): Buffer {
	const words = Object.entries(parameters).flat();
	const body = Buffer.from(`${words.map((word) => `${word}\0`).join('')}\0`);
	const head = Buffer.alloc(8);
	head.writeInt32BE(body.length + 8, 0);
	head.writeInt32BE(196_608, 4);
	return Buffer.concat([head, body]);
}
