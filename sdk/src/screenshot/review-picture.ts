import { directionOf } from '@feedback/contract/direction';
import { reviewWords } from '@feedback/contract/screenshot-words';

import { pickLanguage } from '../pick-language.ts';
import { element, setAttributes } from '../ui/element.ts';
import { makeSheet } from '../ui/make-sheet.ts';
import { createBoxEditor } from './box-editor.ts';
import { encodePicture } from './encode-picture.ts';
import type { BlackBox, Screenshot, ScreenshotRequest } from './interface.ts';
import css from './review.css?inline';
import { SendError } from './send-picture.ts';

let sheet: CSSStyleSheet | undefined;

/**
 * Lets the visitor check a picture, black out more of it, and send it. Resolves to the picture once it has been stored, to
 * `retake` when the visitor wants another one, and to `undefined` when there shall be none.
 */
export function reviewPicture(
	{ root, language, send, onKeys }: ScreenshotRequest,
	drawn: HTMLCanvasElement,
	boxes: readonly BlackBox[],
): Promise<Screenshot | 'retake' | undefined> {
	const chosen = pickLanguage(Object.keys(reviewWords), [language]) ?? 'en';
	const words = reviewWords[chosen]!;
	sheet ??= makeSheet(css);
	if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);

	const live = element('p', { class: 'live', role: 'status' });
	const announce = (text: string) => void (live.textContent = text);
	const undo = element('button', { type: 'button', class: 'quiet' }, words.undo);
	const editor = createBoxEditor(drawn, boxes, words, {
		announce,
		onChange: (canUndo) => setAttributes(undo, { 'aria-disabled': !canUndo && 'true' }),
	});
	const makeButton = (look: string, text: string) =>
		element('button', { type: 'button', class: look }, text);
	const cover = makeButton('quiet cover', words.cover);
	const retake = makeButton('quiet', words.retake);
	const cancel = makeButton('back', words.cancel);
	const use = makeButton('button', words.use);
	const fault = element('p', { class: 'fault', role: 'alert' });
	const progress = element('progress', { 'aria-label': words.sending, hidden: true });
	const theme = root.querySelector('.dark')
		? 'dark'
		: root.querySelector('.auto')
			? 'auto'
			: 'light';
	const dialog = element(
		'dialog',
		{
			class: `panel review ${theme}`,
			part: 'review',
			'aria-labelledby': 'review-title',
			'aria-describedby': 'review-help',
			lang: chosen,
			dir: directionOf(chosen),
		},
		element('h2', { id: 'review-title' }, words.title),
		element('p', { id: 'review-help', class: 'help' }, words.help),
		element('div', { class: 'view' }, editor.stage),
		element('div', { class: 'tools' }, cover, undo, retake),
		element('p', { id: 'review-keys', class: 'help keys' }, words.keys),
		element('p', { class: 'help' }, words.consent),
		fault,
		progress,
		element('div', { class: 'choose' }, cancel, use),
		live,
	);

	return new Promise((resolve) => {
		let sending: AbortController | undefined;

		function end(result: Screenshot | 'retake' | undefined): void {
			sending?.abort();
			onKeys(undefined);
			dialog.close();
			dialog.remove();
			resolve(result);
		}

		async function submit(): Promise<void> {
			const current = (sending = new AbortController());
			setBusy(true);
			try {
				const chosenBoxes = editor.boxes();
				const id = await send(await encodePicture(drawn, chosenBoxes), current.signal);
				if (!current.signal.aborted) end({ id, drawn, boxes: chosenBoxes });
			} catch (cause) {
				if (current.signal.aborted) return;
				const isTemporary = cause instanceof SendError && cause.isTemporary;
				fault.textContent = isTemporary ? words.offline : words.refused;
				setBusy(false);
			}
		}

		function setBusy(isBusy: boolean): void {
			if (!isBusy) sending = undefined;
			else fault.textContent = '';
			announce(isBusy ? words.sending : '');
			progress.hidden = !isBusy;
			use.textContent = isBusy ? words.sending : words.use;
			for (const button of [cover, retake, use]) {
				setAttributes(button, { 'aria-disabled': isBusy && 'true' });
			}
			setAttributes(editor.stage, { inert: isBusy });
		}

		const act = (button: HTMLElement, action: () => void) =>
			button.addEventListener('click', () => {
				if (button.ariaDisabled !== 'true') action();
			});
		act(cover, editor.add);
		act(undo, editor.undo);
		act(retake, () => end('retake'));
		act(cancel, () => end(undefined));
		act(use, () => void submit());
		dialog.addEventListener('cancel', (event) => {
			event.preventDefault();
			end(undefined);
		});
		onKeys((event) => {
			if (event.key === 'Escape') {
				event.preventDefault();
				end(undefined);
			} else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) editor.undo();
			else if (!sending) editor.onKey(event);
			return true;
		});
		root.append(dialog);
		dialog.showModal();
		use.focus({ preventScroll: true });
	});
}
