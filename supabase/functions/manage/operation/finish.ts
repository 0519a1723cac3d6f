import { ServiceError } from '@feedback/contract';

import type { Result } from './operation.ts';

/** The output of an operation, which it may find only now, after its transaction. Throws an error that it returned. */
export async function finish<Output>(result: Result<Output>): Promise<Output> {
	if (result instanceof ServiceError) throw result;
	return typeof result === 'function' ? (result as () => Output | Promise<Output>)() : result;
}
