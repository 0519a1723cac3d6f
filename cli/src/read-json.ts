import { Failure } from './failure.ts';

/** The value of an option that is JSON; the service checks what it holds. */
export function readJson<Value = unknown>(text: string, flag: string): Value {
	try {
		return JSON.parse(text) as Value;
	} catch (cause) {
		throw new Failure('usage', `${flag} is not JSON.`, { cause });
	}
}
