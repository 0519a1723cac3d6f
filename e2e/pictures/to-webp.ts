import sharp from 'sharp';

/** A picture as small as it can be without its text getting blurred. */
export function toWebp(png: Buffer): Promise<Buffer> {
	return sharp(png).webp({ quality: 80, effort: 6, smartSubsample: true }).toBuffer();
}
