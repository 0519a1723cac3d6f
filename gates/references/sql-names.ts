/** The names that SQL files create in the schemas `app` and `identity`. */
export class SqlNames {
	private readonly names: Set<string>;
	private readonly columns: Map<string, string>;

	/** @param sql the text of all migrations and code files */
	constructor(sql: string) {
		this.names = new Set([...sql.matchAll(created)].map(([, name]) => name!));
		this.columns = new Map();
		for (const [, table, body] of sql.matchAll(tables)) {
			this.columns.set(table!, `${this.columns.get(table!) ?? ''} ${body!}`);
		}
	}

	/** Whether a function, table, view, type or index of that qualified name exists. */
	has(name: string): boolean {
		return this.names.has(name);
	}

	/** Whether `table` is a table of the schema `app`, so that `table.column` means a column. */
	hasTable(table: string): boolean {
		return this.columns.has(table);
	}

	hasColumn(table: string, column: string): boolean {
		return new RegExp(String.raw`\b${column}\b`).test(this.columns.get(table) ?? '');
	}
}

const created =
	/^create (?:or replace |unlogged |unique )*(?:function|procedure|view|table|type|domain|sequence|aggregate)(?: if not exists)? ((?:app|identity)\.\w+)/gm;
const tables = /^(?:create (?:unlogged )?table|alter table(?: only)?) app\.(\w+)([^;]*);/gm;
