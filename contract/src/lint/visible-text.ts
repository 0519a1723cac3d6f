/** A text without white space at its ends and characters that draw nothing. */
export function toVisible(text: string): string {
	return text
		.normalize('NFC')
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.trim();
}
