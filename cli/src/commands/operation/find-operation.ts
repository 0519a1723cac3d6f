import { listOperations, type RouteName } from '@feedback/contract';
import { findClosestWord } from '@feedback/contract/prompt-file';

import { Failure } from '../../failure.ts';

/** The operation with this name; throws with the closest one if there is none. */
export function findOperation(name: string): RouteName {
	const names = listOperations().map((operation) => operation.name);
	const found = names.find((one) => one === name);
	if (found !== undefined) return found;
	const closest = findClosestWord(name, names);
	throw new Failure('usage', `There is no operation "${name}".`, {
		...(closest !== undefined && { hint: `Did you mean ${closest}?` }),
		next: [['feedback', 'operation', 'find']],
	});
}
