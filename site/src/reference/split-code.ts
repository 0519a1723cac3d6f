/** Splits a sentence with code between backticks: every other part is code. */
export function splitCode(sentence: string): string[] {
	return sentence.split('`');
}
