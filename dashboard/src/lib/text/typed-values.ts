import { valuesSchema } from '@feedback/contract';

/**
 * Properties or traits typed as JSON; `undefined` if they are not valid. Without text, there are none.
 *
 * @example
 * readTypedValues('{"format": "pdf"}'); // { format: 'pdf' }
 */
export function readTypedValues(
	typed: string,
): Record<string, string | number | boolean | null> | undefined {
	if (typed.trim() === '') return {};
	try {
		return valuesSchema.safeParse(JSON.parse(typed)).data;
	} catch {
		return undefined;
	}
}
