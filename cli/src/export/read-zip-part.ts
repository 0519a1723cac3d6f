import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** Reads bytes of a file. */
export type Slice = (start: number, end?: number) => Promise<ArrayBuffer>;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** Bytes of the record at the end of a file without a comment. */
const endLength = 22;
const entryLength = 46;
const headerLength = 30;

/** Reads the text of a compressed part of a ZIP file without its other parts. Throws if the file is not complete. */
export async function readZipPart(
	{ byteLength, slice }: { byteLength: number; slice: Slice },
	path: string,
): Promise<string> {
	const end = new DataView(await slice(Math.max(0, byteLength - endLength)));
	if (end.byteLength < endLength || end.getUint32(0, true) !== endSignature) {
		throw new Error('The list of parts is missing.');
	}
	const from = end.getUint32(16, true);
	const list = new DataView(await slice(from, from + end.getUint32(12, true)));
	for (let at = 0; at < list.byteLength;) {
		if (list.getUint32(at, true) !== entrySignature) break;
		const lengths = [28, 30, 32].map((offset) => list.getUint16(at + offset, true));
		const name = new Uint8Array(list.buffer, at + entryLength, lengths[0]);
		if (new TextDecoder().decode(name) === path) {
			return inflatePart(slice, list.getUint32(at + 42, true), list.getUint32(at + 20, true));
		}
		at += entryLength + lengths.reduce((sum, length) => sum + length, 0);
	}
	throw new Error(`There is no part ${path}.`);
}

async function inflatePart(slice: Slice, at: number, length: number): Promise<string> {
	const header = new DataView(await slice(at, at + headerLength));
	const begins = at + headerLength + header.getUint16(26, true) + header.getUint16(28, true);
	const bytes = await promisify(inflateRaw)(new Uint8Array(await slice(begins, begins + length)));
	return bytes.toString('utf8');
}
