import { limits } from './limits.ts';
import { nameText } from './text.ts';

/**
 * Name that a person chose. It never looks like an e-mail address, because the e-mail address is shown where a name is
 * missing.
 */
export const personName = nameText(limits.person.name)
	.transform((name) => name.trim())
	.refine((name) => /[\p{L}\p{N}]/u.test(name), { error: 'must contain a letter or a digit' })
	.refine((name) => !name.includes('@'), { error: 'must not contain "@"' });
