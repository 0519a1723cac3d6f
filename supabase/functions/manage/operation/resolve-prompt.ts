import { ServiceError, uuidPattern } from '@feedback/contract';

import { asCaller, type Caller } from '../../_shared/caller/caller.ts';
import type { Service } from '../service.ts';
import { locate, missingPlace, placeOf, requireVisible } from './authorize.ts';

/**
 * The input with the UUID of its prompt, which may be named by its survey ID. Throws `not_found` if the caller sees no
 * such site or no such prompt in it.
 */
export async function resolvePrompt<Input extends object>(
	{ databaseOf }: Service,
	person: Caller,
	input: Input,
): Promise<Input> {
	const { prompt }: { prompt?: unknown } = input;
	const place = placeOf(input);
	const { site } = place;
	if (typeof prompt !== 'string' || uuidPattern.test(prompt)) return input;
	const found = await asCaller(databaseOf(locate(place)), person, 'read only', async (tx) => {
		const [row] = await tx<{ id: string | null }[]>`
			select p.id from app.sites s
			left join app.prompts p on p.site_id = s.id and p.survey_id = ${prompt}
			where s.id = ${site ?? null}`;
		if (row) return row;
		if (person.connection !== undefined) await requireVisible(tx, { site, workspace: undefined });
		throw missingPlace({ site, isConnection: false });
	});
	if (found.id !== null) return { ...input, prompt: found.id };
	throw new ServiceError('not_found', {
		message: `There is no prompt with the survey ID ${prompt}.`,
		field: 'prompt',
	});
}
