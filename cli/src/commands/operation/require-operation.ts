import { findOperation, listOperations, type Operation } from '@feedback/contract';
import { findClosestWord } from '@feedback/contract/prompt-file';

import { Failure } from '../../failure.ts';

/** The operation with this name; throws with the closest one if there is none. */
export function requireOperation(name: string): Operation {
	const found = findOperation(name);
	if (found) return found;
	const closest = findClosestWord(
		name,
		listOperations().map((operation) => operation.name),
	);
	throw new Failure('usage', `There is no operation "${name}".`, {
		...(closest !== undefined && { hint: `Did you mean ${closest}?` }),
		next: [['feedback', 'operation', 'find']],
	});
}
