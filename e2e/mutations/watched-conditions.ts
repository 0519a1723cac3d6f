// Lets conditions of SQL functions record what they are, so that it is known which tests may notice that one is gone.
import { createHash } from 'node:crypto';

import type { Mutant } from './mutant.ts';
import { type SqlStatement, splitSql } from './sql-statements.ts';

type Condition = Mutant & Required<Pick<Mutant, 'noticed'>>;

/** A function of which some conditions are watched. */
export type WatchedFunction = {
	/** Its statement without any of them. */
	original: string;
	conditions: Condition[];
	/** Its statement with some of them. */
	watch(conditions: readonly Condition[]): string;
};

/** The schema with what conditions call; tests record calls in it like those of our functions. */
export const watchSchema = 'mutation';

/** The function that is called once the mutant would have changed something. */
export function watchOf(mutant: Mutant, source: string): string {
	const hash = createHash('sha256').update(mutant.id).update(source).digest('hex');
	return `${watchSchema}.x${hash.slice(0, 16)}`;
}

/** Creates what the conditions call, in a database. */
export function createWatches(mutants: readonly Condition[], source: string): string {
	return mutants
		.map((mutant) => {
			const name = watchOf(mutant, source);
			// Calls are counted even if the transaction is rolled back or may only read.
			return `
create function ${name}() returns void language plpgsql as $$ begin end $$;
create function ${name}(p_value boolean) returns boolean language plpgsql stable as $$
begin
    if p_value is ${mutant.noticed === 'false' ? 'not true' : 'true'} then
        perform ${name}();
    end if;
    return p_value;
end $$;`;
		})
		.join('\n');
}

/** The functions of a code file whose conditions can be watched. */
export function listWatched(source: string, mutants: readonly Mutant[]): WatchedFunction[] {
	return splitSql(source).flatMap((statement) => {
		const conditions = mutants.filter(
			(mutant): mutant is Condition =>
				mutant.noticed !== undefined &&
				statement.start <= mutant.start &&
				mutant.end <= statement.end,
		);
		if (conditions.length === 0) return [];
		const watch = (some: readonly Condition[]) => insertWatches(statement, source, some);
		return [{ original: statement.text, conditions, watch }];
	});
}

function insertWatches(
	{ start, end }: SqlStatement,
	source: string,
	conditions: readonly Condition[],
): string {
	// A condition may contain others: at the same place, the inner one ends first and begins last.
	const inserts = conditions.flatMap((condition) => {
		const length = condition.end - condition.start;
		return [
			{ at: condition.start, rank: -length, text: `${watchOf(condition, source)}((` },
			{ at: condition.end, rank: length - source.length, text: '))' },
		];
	});
	let text = '';
	let from = start;
	for (const insert of inserts.toSorted((a, b) => a.at - b.at || a.rank - b.rank)) {
		text += source.slice(from, insert.at) + insert.text;
		from = insert.at;
	}
	return text + source.slice(from, end);
}
