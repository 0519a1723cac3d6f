import type { Database } from '../../../database/database.ts';
import { toJson, type Statements } from '../../../database/statement.ts';

/** A database that is still being looked up: its calls start once it is found, and reject if it is not. */
export function toLaterDatabase(found: Promise<Database>): Database {
	// Each call rejects with the error; without calls, nobody needs it.
	found.catch(() => undefined);
	const tag = ((template: TemplateStringsArray, ...values: never[]) =>
		found.then((database) => database(template, ...values))) as unknown as Statements;
	return Object.assign(tag, {
		json: toJson,
		begin: ((...args) => found.then((database) => database.begin(...args))) as Database['begin'],
		within: (scope: Parameters<Database['within']>[0]) =>
			toLaterDatabase(found.then((database) => database.within(scope))),
		end: () => found.then((database) => database.end()),
	});
}
