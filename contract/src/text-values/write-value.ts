import { directionOf } from '../language/direction.ts';
import { textValue } from '../shared-limits.ts';
import type { Value } from '../wire.ts';

// Invisible characters, overrides of the direction among them, make a text look different from what it contains.
// Joiners are needed for emoji and some scripts.
const invisible = /(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}]/gu;
const spaces = /[\p{Cc}\s]+/gu;
/** More marks on one letter than languages use would cover the lines around it. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

const rightToLeft =
	'\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const hasRightToLeft = new RegExp(`[${rightToLeft}]`, 'u');
const hasOther = new RegExp(`[^${rightToLeft}\\s]`, 'u');

/**
 * A value as words in a text of this language: one short line of plain text. Undefined for what is no word: `true`,
 * `false`, `null` and blanks.
 *
 * @example
 * writeValue(' Ada\u202e ', 'en'); // 'Ada'
 * writeValue(1234.5, 'de'); // '1234,5'
 */
export function writeValue(value: Value | undefined, language: string): string | undefined {
	if (typeof value === 'number') return writeNumber(value, language);
	if (typeof value !== 'string') return undefined;
	const clean = value
		.replace(invisible, '')
		.replace(spaces, ' ')
		.replace(stackedMarks, '$1')
		.trim();
	if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(clean)) return undefined;
	const characters = [...clean];
	const short =
		characters.length > textValue ? `${characters.slice(0, textValue - 1).join('')}…` : clean;
	return isolate(short, language);
}

function writeNumber(value: number, language: string): string {
	try {
		// Grouping would change a year or an ID, and the prompt's own numbers have these digits in all languages.
		const as = { useGrouping: false, maximumFractionDigits: 20, numberingSystem: 'latn' };
		return value.toLocaleString(language, as);
	} catch {
		return String(value);
	}
}

/** Keeps a value of the other direction from reordering the words around it. */
function isolate(value: string, language: string): string {
	const isMixed =
		directionOf(language) === 'rtl' ? hasOther.test(value) : hasRightToLeft.test(value);
	return isMixed ? `\u2068${value}\u2069` : value;
}
