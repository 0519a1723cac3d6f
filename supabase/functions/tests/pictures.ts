// The beginnings of pictures: what says their type and size.

/** A PNG of this size in pixels, filled up to a number of bytes. */
export function pngOf(width: number, height: number, bytes = 64): Uint8Array<ArrayBuffer> {
	const png = new Uint8Array(bytes);
	png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
	const view = new DataView(png.buffer);
	view.setUint32(16, width);
	view.setUint32(20, height);
	return png;
}

/** A lossless WebP of this size. */
export function webpOf(width: number, height: number): Uint8Array<ArrayBuffer> {
	const webp = new Uint8Array(64);
	webp.set(new TextEncoder().encode('RIFF\x38\0\0\0WEBPVP8L\x2c\0\0\0/'));
	new DataView(webp.buffer).setUint32(21, (width - 1) | ((height - 1) << 14), true);
	return webp;
}

/** A baseline JPEG of this size, after a segment with the name of its format. */
export function jpegOf(width: number, height: number): Uint8Array<ArrayBuffer> {
	const jpeg = new Uint8Array(64);
	jpeg.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]);
	jpeg.set([0xff, 0xc0, 0, 17, 8], 20);
	const view = new DataView(jpeg.buffer);
	view.setUint16(25, height);
	view.setUint16(27, width);
	return jpeg;
}
