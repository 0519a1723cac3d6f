import { limits } from '@feedback/contract';

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * Finds the sentence of the text that contains one of the phrases, or the first one; as the visitor wrote
 * it, and no longer than a quote may be.
 *
 * @example
 * findSentence('Nice. The export is slow!', ['slow']); // 'The export is slow!'
 */
export function findSentence(text: string, phrases: readonly string[]): string {
	const parts = [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean);
	const patterns = phrases.map((phrase) => {
		const words = phrase.split(' ').map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
		return new RegExp(words.join('[^\\p{L}\\p{N}]+'), 'iu');
	});
	const sentence =
		parts.find((part) => patterns.some((pattern) => pattern.test(part))) ?? parts[0]!;
	return [...sentence].slice(0, limits.inbox.quote).join('').trim();
}
