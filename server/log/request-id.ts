const hex = String.raw`[\da-fA-F]`;

/** A UUID, with hyphens or, as nginx writes `$request_id`, without: a pattern for regular expressions. */
export const requestIdPattern = `${hex}{8}-?(?:${hex}{4}-?){3}${hex}{12}`;

const whole = new RegExp(`^${requestIdPattern}$`);

export function isRequestId(text: string): boolean {
	return whole.test(text);
}
