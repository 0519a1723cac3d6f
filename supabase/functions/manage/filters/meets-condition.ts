import {
	dateOperators,
	groupMembers,
	wordOperators,
	type ResponseCondition,
	type Rule,
} from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';

/** SQL expressions for the values that conditions compare. */
export type Compared = {
	answers: Fragment;
	traits: Fragment;
	context: Fragment;
	/** When the prompt was displayed or answered. */
	at: Fragment;
};

/**
 * A condition as SQL. Each comparison is a predicate that the database compiles once per statement, as it does for
 * destinations.
 */
export function meetsCondition(
	tx: Tx,
	condition: Rule<ResponseCondition>,
	compared: Compared,
): Fragment {
	const members = groupMembers(condition) as Rule<ResponseCondition>[] | undefined;
	if (!members) return meetsOne(tx, condition as ResponseCondition, compared);
	const parts = members.map((member) => meetsCondition(tx, member, compared));
	const joined = parts.reduce((all, part) =>
		'all' in condition ? tx`${all} and ${part}` : tx`${all} or ${part}`,
	);
	return 'none' in condition ? tx`not (${joined})` : tx`(${joined})`;
}

function meetsOne(tx: Tx, condition: ResponseCondition, compared: Compared): Fragment {
	const given = tx.json(condition as JsonValue);
	return tx`coalesce(jsonb_path_match(${findDocument(tx, condition, compared)},
		(select app.filter_path(${given})), (select app.filter_vars(${given})), true), false)`;
}

function findDocument(tx: Tx, condition: ResponseCondition, compared: Compared): Fragment {
	const { answers, traits, context, at } = compared;
	if ('answer' in condition) {
		return wordOperators.has(condition.op)
			? tx`app.fold_answer(${answers}, ${condition.answer}::text)`
			: answers;
	}
	const name = 'trait' in condition ? condition.trait : condition.context;
	const from = 'trait' in condition ? traits : tx`coalesce(${context}, '{}')`;
	return dateOperators.has(condition.op)
		? tx`app.filter_date(${'trait' in condition ? tx`${from} -> ${name}::text` : tx`null::jsonb`}, ${at})`
		: from;
}
