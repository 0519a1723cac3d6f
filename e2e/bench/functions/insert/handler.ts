import process from 'node:process';

import postgres, { type JSONValue } from 'postgres';

const sql = postgres(process.env['FEEDBACK_INGEST_URL']!, {
	max: 8,
	prepare: process.env['FEEDBACK_PREPARED_STATEMENTS'] === '1',
	fetch_types: false,
});

/** Parses the body and inserts it into a table without an index: the minimum cost of storing an event. */
export async function handle(request: Request): Promise<Response> {
	const body = (await request.json()) as JSONValue;
	await sql`insert into bench.bodies (body) values (${sql.json(body)})`;
	return Response.json({ now: Date.now() });
}
