import type { Database } from '../../../database/database.ts';
import { toJson, type Statements } from '../../../database/statement.ts';

/** The same database, with a look at each error. */
export function watchDatabase(database: Database, notice: (error: unknown) => void): Database {
	const watch = async <Result>(result: PromiseLike<Result>): Promise<Result> => {
		try {
			return await result;
		} catch (error) {
			notice(error);
			throw error;
		}
	};
	const tag = ((template: TemplateStringsArray, ...values: never[]) =>
		watch(database(template, ...values))) as unknown as Statements;
	return Object.assign(tag, {
		json: toJson,
		begin: ((...args) => watch(database.begin(...args))) as Database['begin'],
		within: (scope: Parameters<Database['within']>[0]) =>
			watchDatabase(database.within(scope), notice),
		end: () => database.end(),
	});
}
