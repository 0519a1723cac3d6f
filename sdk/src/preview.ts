import { en } from '@feedback/contract/english';
import { fillPrompt } from '@feedback/contract/fill-prompt';
import type { TextValues } from '@feedback/contract/wire';

import { completePrompt } from './preview/complete-prompt.ts';
import { type Device, makeContainedSheet } from './preview/contained-sheet.ts';
import { makeFrame } from './preview/frame.ts';
import { openPreviewRun, type PreviewRun } from './preview/preview-run.ts';
import { offerSamplePictures } from './preview/sample-picture.ts';
import { showAnswers } from './personal/show-answers.ts';

export type { Device } from './preview/contained-sheet.ts';
export {
	type LauncherPreview,
	type LauncherPreviewOptions,
	renderLauncher,
} from './preview/launcher-preview.ts';

/** Options of a preview. Omitted ones follow the prompt. */
export type PreviewOptions = {
	/** BCP 47 tag of the visitor's language; the prompt falls back as it does for visitors. */
	language?: string | undefined;
	theme?: 'auto' | 'light' | 'dark' | undefined;
	/** `phone` draws the bottom sheet that is used on phones. */
	device?: Device | undefined;
	/** Values for the texts, by source and key; by default, their fallbacks are shown. */
	values?: TextValues | undefined;
};

/** A prompt in an element. */
export type Preview = {
	/** Draws another state of the prompt; the visitor stays at the same question if it still exists. */
	update(prompt: unknown, options?: PreviewOptions): void;
	/** Restarts at the first question. */
	restart(): void;
	/** Removes everything from the element. */
	destroy(): void;
};

/**
 * Draws a prompt as visitors see it, inside an element of the page. It uses the element's corners and
 * height, or a height of 440 pixels if the element has none. Questions can be answered up to the
 * thank-you screen and restarted; nothing is sent or stored, and links do not navigate.
 *
 * @param prompt - A prompt in the form of a prompt file, which may be incomplete: invalid parts are
 * left out and never throw.
 * @example
 * const preview = renderPrompt(element, prompt, { theme: 'dark', device: 'phone' });
 * preview.update(changedPrompt, { theme: 'light' });
 * preview.destroy();
 */
export function renderPrompt(
	element: Element,
	prompt: unknown,
	options: PreviewOptions = {},
): Preview {
	const frame = makeFrame(element, () => draw());
	let shown = { prompt, options };
	let run: PreviewRun | undefined;
	const sheets = new Map<Device, CSSStyleSheet>();
	let gone = false;

	function draw(earlier?: PreviewRun): void {
		if (gone) return;
		const { language, theme, device = 'desktop', values = {} } = shown.options;
		const complete = fillPrompt(completePrompt(shown.prompt, language), values);
		if (theme) complete.appearance.theme = theme;
		showAnswers(complete);
		offerSamplePictures(complete);
		const { words = en } = complete;
		const before = earlier?.view.isOpen ? earlier.view.flow : undefined;
		run?.stop();
		run = undefined;
		frame.clear(device, theme, !!earlier);
		if (!complete.questions.length) return frame.showNote('There is no question yet.');
		const sheet = sheets.get(device) ?? makeContainedSheet(device);
		sheets.set(device, sheet);
		try {
			run = openPreviewRun(frame, complete, words, sheet, before);
		} catch {
			frame.showNote('This prompt cannot be shown yet.');
		}
	}

	const restart = () => draw();

	draw();
	return {
		update(changed, changedOptions = shown.options) {
			shown = { prompt: changed, options: changedOptions };
			draw(run);
		},
		restart,
		destroy() {
			gone = true;
			run?.stop();
			frame.remove();
		},
	};
}
