import { toRecord } from '../json.ts';
import { drawLauncher } from '../launcher/draw-launcher.ts';
import { readLauncher } from '../launcher/read-launcher.ts';
import { makeFrame } from './frame.ts';
import type { Device } from './contained-sheet.ts';

/** Options of a launcher's preview. */
export type LauncherPreviewOptions = {
	/** BCP 47 tag of the visitor's language. */
	language?: string | undefined;
	theme?: 'auto' | 'light' | 'dark' | undefined;
	device?: Device | undefined;
};

/** A launcher in an element. */
export type LauncherPreview = {
	/** Draws another state of the launcher. */
	update(launcher: unknown, options?: LauncherPreviewOptions): void;
	/** Removes everything from the element. */
	destroy(): void;
};

/**
 * Draws the button of a site as visitors see it, inside an element of the page; it opens nothing.
 *
 * @param launcher - As in the settings of a site, with its `appearance`; may be incomplete.
 * @example
 * const preview = renderLauncher(element, { survey_id: 'ideas', position: 'left' }, { theme: 'dark' });
 * preview.destroy();
 */
export function renderLauncher(
	element: Element,
	launcher: unknown,
	options: LauncherPreviewOptions = {},
): LauncherPreview {
	let shown = options;
	const frame = makeFrame(element, () => {});

	function draw(given: unknown, { language = 'en', theme, device = 'desktop' } = shown): void {
		frame.clear(device, theme, true);
		const { position, target, ...more } = toRecord(given);
		const isInline = position === 'inline';
		const complete = readLauncher({
			...more,
			survey_id: 'preview',
			...(isInline ? { target: target || '*' } : { position }),
		})!;
		if (theme) complete.appearance = { ...complete.appearance, theme };
		const hooks = { onOpen() {}, onHide() {} };
		frame.place.append(drawLauncher(complete, [language], hooks, contain).host);
	}

	draw(launcher);
	return {
		update(changed, changedOptions = shown) {
			shown = changedOptions;
			draw(changed, shown);
		},
		destroy: () => frame.remove(),
	};
}

/** Places the launcher in the frame instead of the window; in a window, its place at an edge is computed. */
function contain(rules: string): string {
	return rules
		.replace(/top:\s*var\(--at,\s*50%\)/, 'top:0;bottom:0;height:max-content;margin:auto 0')
		.replace(/\b(\d+)vw\b/g, '$1cqw')
		.replace(/\b(\d+)vh\b/g, '$1cqh')
		.replace(/position:\s*fixed/g, 'position:absolute');
}
