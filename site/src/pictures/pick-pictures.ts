import type { ImageMetadata } from 'astro';

/**
 * The two files of a picture, from those of a folder.
 *
 * @throws when there is no file for one of the themes
 */
export function pickPictures(files: Record<string, ImageMetadata>, name: string) {
	const read = (theme: string) => {
		const found = Object.entries(files).find(([path]) => path.includes(`/${name}-${theme}.`));
		if (!found) throw new Error(`There is no picture "${name}" in the ${theme} theme.`);
		return found[1];
	};
	return { light: read('light'), dark: read('dark') };
}
