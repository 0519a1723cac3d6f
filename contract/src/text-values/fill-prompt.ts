import type { PromptToDraw, TextValues } from '../wire.ts';
import { listTexts } from './list-texts.ts';
import { parseText } from './parse-text.ts';
import { writeValue } from './write-value.ts';

/**
 * Returns the prompt with the values in its texts, or their fallbacks. A value is never read as a text with values.
 *
 * @example
 * fillPrompt(prompt, { trait: { name: 'Ada' } }).questions[0].title; // 'How is it going, Ada?'
 */
export function fillPrompt(prompt: PromptToDraw, values: TextValues): PromptToDraw {
	const filled = structuredClone(prompt);
	for (const { path, text } of listTexts(filled)) {
		const words = parseText(text).map((part) => {
			if (typeof part === 'string') return part;
			const known = values[part.source] ?? {};
			const value = Object.hasOwn(known, part.key) ? known[part.key] : undefined;
			return writeValue(value, filled.language) ?? part.fallback;
		});
		writeAt(filled, path, words.join(''));
	}
	return filled;
}

function writeAt(place: unknown, path: readonly (string | number)[], text: string): void {
	const [key, ...rest] = path;
	const members = place as Record<string | number, unknown>;
	if (rest.length > 0) writeAt(members[key!], rest, text);
	else members[key!] = text;
}
