import sharp from 'sharp';

/** Compresses a picture as far as possible without blurring its text. */
export function toWebp(png: Buffer): Promise<Buffer> {
	return sharp(png).webp({ quality: 80, effort: 6, smartSubsample: true }).toBuffer();
}
