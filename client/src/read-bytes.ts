/** A response that is larger than its reader allows. */
export class TooLarge extends Error {
	override name = 'TooLarge';
}

/**
 * Reads the body of a response, of which no more than `maxBytes` are kept in memory.
 *
 * @throws TooLarge when it has more
 */
export async function readBytes(
	{ body }: Response,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = body?.getReader();
	for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
		size += next.value.byteLength;
		if (size > maxBytes) {
			await reader?.cancel();
			throw new TooLarge(`The response has more than ${maxBytes} bytes.`);
		}
		chunks.push(next.value);
	}
	const bytes = new Uint8Array(size);
	let at = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, at);
		at += chunk.byteLength;
	}
	return bytes;
}
