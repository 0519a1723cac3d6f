/** Code in a sentence, as it is written between backticks: every other part is code. */
export function splitCode(sentence: string): string[] {
	return sentence.split('`');
}
