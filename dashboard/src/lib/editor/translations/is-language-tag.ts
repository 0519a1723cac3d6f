import { languageSchema } from '@feedback/contract';

/** Whether a text is the tag of a natural language. */
export function isLanguageTag(tag: string): boolean {
	return languageSchema.safeParse(tag).success;
}
