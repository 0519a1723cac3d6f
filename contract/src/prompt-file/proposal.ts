import { parseJson } from '../bounded-json.ts';
import { promptSchema } from '../prompt.ts';
import type { Prompt } from '../prompt.ts';
import { limits } from '../limits.ts';
import { withoutDefaults } from './without-defaults.ts';

// A proposal is a whole prompt in the fragment of a link: `{dashboard}/propose#<fragment>`. The fragment is
// the prompt's JSON without defaults, through raw deflate (RFC 1951) and base64url without padding.

/** Longest fragment that is written or read, in characters. */
export const longestProposal = 8_192;

/**
 * A prompt as the fragment of a proposal's link. The caller checks that it is not longer than `longestProposal`.
 *
 * @example
 * location.href = `${dashboard}/propose#${await encodeProposal(prompt)}`;
 */
export async function encodeProposal(prompt: Prompt): Promise<string> {
	const json = new TextEncoder().encode(JSON.stringify(withoutDefaults(prompt)));
	const deflated = await readThrough(json, new CompressionStream('deflate-raw'), Infinity);
	return toBase64Url(deflated!);
}

/**
 * The prompt in a proposal's fragment, or undefined when the fragment is too long or damaged, or inflates to too many
 * bytes or an invalid prompt. Its author is unknown: treat it as untrusted input.
 *
 * @example
 * const prompt = await decodeProposal(location.hash.slice(1));
 */
export async function decodeProposal(fragment: string): Promise<Prompt | undefined> {
	if (fragment.length > longestProposal || !/^[\w-]+$/.test(fragment)) return undefined;
	try {
		const deflated = fromBase64Url(fragment);
		const json = await readThrough(
			deflated,
			new DecompressionStream('deflate-raw'),
			limits.prompt.bytes,
		);
		if (!json) return undefined;
		const text = new TextDecoder('utf-8', { fatal: true }).decode(json);
		const content = parseJson(text, { ...limits.management, bytes: limits.prompt.bytes });
		return promptSchema.safeParse(content).data;
	} catch {
		return undefined;
	}
}

// Stops reading beyond `maxBytes`, so that a small link cannot exhaust memory.
async function readThrough(
	bytes: Uint8Array<ArrayBuffer>,
	through: CompressionStream | DecompressionStream,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		length += value.length;
		if (length > maxBytes) {
			await reader.cancel();
			return undefined;
		}
		chunks.push(value);
	}
	return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
	const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
	return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
	const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
	return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
