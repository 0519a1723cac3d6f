import { visibleText } from '#lib/text/visible-text.ts';

import type { Deletion } from './deletion.ts';

/**
 * Describes who deleted what, to an editor of a prompt.
 *
 * @param email of the person who reads it
 * @example
 * describeDeletion(deletion, 'ada@example.com'); // 'You deleted this prompt'
 */
export function describeDeletion(
	{ kind, name, requested_by: by }: Pick<Deletion, 'kind' | 'name' | 'requested_by'>,
	email: string,
): string {
	const isOwn = by === email || (by?.endsWith(`(${email})`) ?? false);
	const who = isOwn ? 'You' : by ? visibleText(by) : 'Someone';
	return `${who} deleted ${kind === 'prompt' ? 'this prompt' : `the ${kind} “${visibleText(name)}”`}`;
}
