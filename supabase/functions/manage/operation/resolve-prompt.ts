import { ServiceError, uuidPattern } from '@feedback/contract';

import { asCaller, type Caller } from '../../_shared/caller/caller.ts';
import type { Service } from '../service.ts';
import { placeOf } from './authorize.ts';

/**
 * The input with the UUID of its prompt, which may be named by its survey ID. Throws `not_found` if the caller sees no
 * such prompt.
 */
export async function resolvePrompt<Input extends object>(
	{ sql }: Service,
	person: Caller,
	input: Input,
): Promise<Input> {
	const { prompt }: { prompt?: unknown } = input;
	const { site } = placeOf(input);
	if (typeof prompt !== 'string' || uuidPattern.test(prompt)) return input;
	const [found] = await asCaller(
		sql,
		person,
		'read only',
		(tx) => tx<{ id: string }[]>`
			select id from app.prompts where site_id = ${site ?? null} and survey_id = ${prompt}`,
	);
	if (found) return { ...input, prompt: found.id };
	throw new ServiceError('not_found', {
		message: `There is no prompt with the survey ID ${prompt}.`,
		field: 'prompt',
	});
}
