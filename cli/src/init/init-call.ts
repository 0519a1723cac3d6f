import { product } from '@feedback/contract';

import type { TextStyle } from './source-text.ts';

/** The options that the app passes to `init`. */
export type InitOptions = { siteId: string; apiUrl: string };

/** The import of the SDK, without a line break. */
export function writeImport({ quote, semicolon }: TextStyle, local = 'Feedback'): string {
	const name = local === 'Feedback' ? local : `Feedback as ${local}`;
	return `import { ${name} } from ${quote}${product.sdkPackage}${quote}${semicolon ? ';' : ''}`;
}

/** The call of `init`, without a trailing line break. */
export function writeInit(
	{ siteId, apiUrl }: InitOptions,
	{ eol, quote, semicolon, indent }: TextStyle,
	local = 'Feedback',
): string {
	const string = (value: string) => `${quote}${escape(value, quote)}${quote}`;
	return [
		`${local}.init({`,
		`${indent}siteId: ${string(siteId)},`,
		`${indent}apiUrl: ${string(apiUrl)},`,
		`})${semicolon ? ';' : ''}`,
	].join(eol);
}

// An address may contain an apostrophe, and `</script` would end an inline script.
function escape(value: string, quote: string): string {
	return value
		.replaceAll('\\', '\\\\')
		.replaceAll(quote, `\\${quote}`)
		.replaceAll('<', '\\x3c')
		.replace(/[\u0000-\u001f\u2028\u2029]/g, (character) => encodeURIComponent(character));
}
