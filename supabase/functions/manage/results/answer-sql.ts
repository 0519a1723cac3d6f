import type { Fragment, Tx } from '../../../../database/statement.ts';

/** Whether a response `r` has an answer to a question; null where the question is missing. */
export function isAnswered(tx: Tx, question: string): Fragment {
	return tx`r.answers ->> ${question}::text <> '' and r.answers -> ${question}::text <> '[]'`;
}

/** The values of an answer as a JSON list: of several choices each, otherwise the only one. */
export function listValues(tx: Tx, answer: Fragment): Fragment {
	return tx`case jsonb_typeof(${answer}) when 'array' then ${answer} else jsonb_build_array(${answer}) end`;
}

/** A value as figures name it: every "other" is `(other)`. */
export function nameValue(tx: Tx, value: Fragment): Fragment {
	return tx`case jsonb_typeof(${value}) when 'object' then '(other)' else ${value} #>> '{}' end`;
}
