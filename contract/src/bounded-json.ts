import { ServiceError } from './errors.ts';

/** Maximum size of a JSON text. */
export type JsonLimits = {
	/** UTF-8 bytes. */
	readonly bytes: number;
	/** Nested lists and objects. */
	readonly depth: number;
	/** Texts, numbers, `true`, `false`, `null`, lists and objects together. */
	readonly values: number;
	/** Keys of all objects together. */
	readonly keys: number;
};

/**
 * Parses JSON from outside. Throws a `ServiceError` that names the limit that the text exceeds. The limits are
 * checked on the text, because parsing and validating would already cost what the limits prevent.
 *
 * @param name what the text is, for the message
 */
export function parseJson(text: string, limits: JsonLimits, name = 'The body'): unknown {
	checkJson(text, limits, name);
	try {
		return JSON.parse(text) as unknown;
	} catch (cause) {
		throw new ServiceError('invalid_json', { message: `${name} is not valid JSON.`, cause });
	}
}

/** Throws when a JSON text exceeds a limit. A text that is not JSON may pass. */
export function checkJson(text: string, limits: JsonLimits, name = 'The body'): void {
	// A character has at least one byte.
	if (text.length > limits.bytes) throw tooLarge(name, `is larger than ${limits.bytes} bytes`);
	let depth = 0;
	let values = 1;
	let keys = 0;
	for (let at = 0; at < text.length; at++) {
		switch (text.charCodeAt(at)) {
			case quote:
				at = endOfText(text, at);
				break;
			case openBracket:
			case openBrace:
				if (++depth > limits.depth) {
					throw new ServiceError('too_deep', {
						message: `${name} is nested deeper than ${limits.depth} levels.`,
					});
				}
				// Its first member; the others follow commas. An empty list counts as if it had one.
				values++;
				break;
			case closeBracket:
			case closeBrace:
				depth--;
				break;
			case comma:
				values++;
				break;
			case colon:
				keys++;
		}
		if (values > limits.values) throw tooLarge(name, `has more than ${limits.values} values`);
		if (keys > limits.keys) throw tooLarge(name, `has more than ${limits.keys} keys`);
	}
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Position of the quotation mark that ends a text. */
function endOfText(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === backslash) at++;
		else if (code === quote) return at;
	}
	return text.length;
}

function tooLarge(name: string, what: string): ServiceError {
	return new ServiceError('body_too_large', { message: `${name} ${what}.` });
}
