import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

/** Type and size of a picture, read from its content. */
export type PictureType = {
	type: 'image/webp' | 'image/png' | 'image/jpeg';
	width: number;
	height: number;
};

/** A JPEG is searched for its size, so the search has an end. What a browser draws has it in the first kilobyte. */
const examinedBytes = 131_072;

const readers = [
	['image/webp', WEBP],
	['image/png', PNG],
	['image/jpeg', JPG],
] as const;

/**
 * The type and the size of a picture by its content, whatever its sender calls it. Undefined for anything but WebP, PNG
 * and JPEG.
 */
export function readPictureType(bytes: Uint8Array): PictureType | undefined {
	const start = bytes.subarray(0, examinedBytes);
	for (const [type, reader] of readers) {
		try {
			if (!reader.validate(start)) continue;
			const { width, height } = reader.calculate(start);
			return width > 0 && height > 0 ? { type, width, height } : undefined;
		} catch {
			// It begins like this type, and then is none.
			return undefined;
		}
	}
	return undefined;
}
