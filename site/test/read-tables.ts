/** Columns of each table of the schema `app`, from the text of `supabase/schema.sql`. */
export function readTables(schema: string): Record<string, string[]> {
	const tables = schema.matchAll(/^create table app\.(\w+) \(\n([\s\S]*?)^\)/gm);
	return Object.fromEntries(
		Array.from(tables, ([, name = '', body = '']) => [
			name,
			Array.from(body.matchAll(/^ {4}(\w+) /gm), ([, column = '']) => column).filter(
				(column) => column !== 'constraint',
			),
		]),
	);
}
