import { languageSchema } from '@feedback/contract';

/** False for what is no tag of a language that people speak. */
export function isLanguageTag(tag: string): boolean {
	return languageSchema.safeParse(tag).success;
}
