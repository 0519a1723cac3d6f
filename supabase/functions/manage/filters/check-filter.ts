import { listComparedQuestions, ServiceError } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Segment } from './segment.ts';

type Filter = Segment & { prompt?: string | undefined };

/**
 * Throws `invalid_request` for a question that nobody was asked, or a variant or revision that the prompt does not
 * have, because the figures would look as if nobody had answered. `under` is the path of the filter in the input.
 */
export async function checkFilter(
	tx: Tx,
	site: string,
	{ prompt, condition, variant, revision }: Filter,
	under: readonly string[] = [],
): Promise<void> {
	const compared = condition ? listComparedQuestions(condition) : [];
	const names = prompt !== undefined && (variant !== undefined || revision !== undefined);
	if (compared.length === 0 && !names) return;
	const rows = await tx<{ number: number; questions: string[]; variants: string[] }[]>`
		select r.number,
		       array(select q.question ->> 'id' from app.list_asked_questions(r.content) q (question)) as questions,
		       array(select jsonb_path_query(r.content, '$.experiment.variants[*].key') #>> '{}') as variants
		from app.revisions r
		where r.site_id = ${site} and (${prompt ?? null}::uuid is null or r.prompt_id = ${prompt ?? null}::uuid)`;
	if (rows.length === 0 && prompt !== undefined) return;
	const whose = prompt === undefined ? 'no prompt of the site' : 'no revision of the prompt';
	const asked = new Set(rows.flatMap(({ questions }) => questions));
	const missing = compared.find(({ question }) => !asked.has(question));
	if (missing) {
		const field = [...under, 'condition', ...missing.path].join('.');
		throw gone(field, `names the question "${missing.question}", which ${whose} has`);
	}
	if (prompt === undefined) return;
	if (variant !== undefined && !rows.some(({ variants }) => variants.includes(variant))) {
		throw gone(
			[...under, 'variant'].join('.'),
			`names the variant "${variant}", which ${whose} has`,
		);
	}
	if (revision !== undefined && !rows.some(({ number }) => number === revision)) {
		throw gone(
			[...under, 'revision'].join('.'),
			`names revision ${revision}, which the prompt does not have`,
		);
	}
}

function gone(field: string, problem: string): ServiceError {
	return new ServiceError('invalid_request', {
		field,
		message: `${field} ${problem}`,
		hint: 'Leave it out of the filter.',
	});
}
