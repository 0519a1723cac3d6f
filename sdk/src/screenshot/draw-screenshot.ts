import { screenshotWords } from '@feedback/contract/screenshot-words';

import { pickLanguage } from '../pick-language.ts';
import type { Control, ControlContext } from '../ui/controls/control.ts';
import { element, setAttributes } from '../ui/element.ts';
import { icon } from '../ui/icons.ts';
import type { KeyHandler, Screenshot, ScreenshotRequest } from './interface.ts';

const camera =
	'M4 8.5h3.2l1.5-2.3h6.6l1.5 2.3H20v10H4zM15.2 13.2a3.2 3.2 0 1 1-6.4 0a3.2 3.2 0 1 1 6.4 0';

/** Where a question gets its picture from. */
export type ScreenshotSource = {
	language: string;
	/** ID of the picture that the visitor has sent, and how it looks unless it was sent on an earlier page. */
	sent: { id: string; screenshot?: Screenshot | undefined } | undefined;
	/** Takes a picture, or changes the last one. */
	take(
		request: Pick<ScreenshotRequest, 'root' | 'last' | 'onKeys' | 'onTaking'>,
	): Promise<Screenshot | 'blocked' | undefined>;
	/** A picture with its black boxes. */
	compose(screenshot: Screenshot): HTMLCanvasElement;
	/** The visitor has sent or removed a picture. */
	onChange(id: string | undefined): void;
};

/** Draws the control of a question that asks for a picture of the page. */
export function drawScreenshot(source: ScreenshotSource, { earlier }: ControlContext): Control {
	if (!source.sent && typeof earlier === 'string') source.sent = { id: earlier };
	const language = pickLanguage(Object.keys(screenshotWords), [source.language]) ?? 'en';
	const words = screenshotWords[language]!;
	let keys: KeyHandler | undefined;
	let isTaking = false;

	const status = element('p', { id: 'picture-status', class: 'help', role: 'status' }, words.hint);
	// An input, because the focus moves to the first one of a question.
	const add = element('input', {
		type: 'button',
		class: 'quiet',
		part: 'screenshot',
		value: words.add,
		'aria-describedby': 'picture-status',
	});
	const mark = icon(camera);
	const adding = element('div', {}, mark, add);
	const change = element('button', { type: 'button', class: 'quiet' }, words.change);
	const remove = element('button', { type: 'button', class: 'quiet' }, words.remove);
	const changing = element('div', {}, change, remove);
	const thumbnail = element('div', {});
	const root = element(
		'div',
		{ role: 'group', lang: language },
		thumbnail,
		adding,
		changing,
		status,
	);
	// By properties, which a page's policy allows.
	adding.style.position = 'relative';
	mark.style.cssText = 'position:absolute;inset-block:0;inset-inline-start:14px;margin-block:auto';
	status.style.marginTop = '10px';
	mark.style.pointerEvents = 'none';
	add.style.cssText = 'width:100%;padding-inline:44px;white-space:normal';

	function say(text: string, isFault = false): void {
		status.textContent = text;
		setAttributes(status, { class: isFault ? 'fault' : 'help' });
	}

	function show(): void {
		const { sent } = source;
		adding.style.display = sent ? 'none' : '';
		changing.style.cssText = sent
			? 'display:flex;flex-wrap:wrap;gap:8px;margin-top:12px'
			: 'display:none';
		change.style.display = sent?.screenshot ? '' : 'none';
		thumbnail.replaceChildren();
		if (!sent?.screenshot) return;
		const picture = source.compose(sent.screenshot);
		setAttributes(picture, { role: 'img', 'aria-label': words.added, part: 'screenshot-picture' });
		picture.style.cssText =
			'display:block;max-width:100%;max-height:180px;border:1px solid var(--line);border-radius:8px';
		thumbnail.append(picture);
	}

	function setSent(sent: ScreenshotSource['sent']): void {
		source.sent = sent;
		source.onChange(sent?.id);
		show();
		// Labels the button that continues.
		root.dispatchEvent(new Event('input', { bubbles: true }));
		const next = sent ? findRoot().querySelector<HTMLElement>('.foot > :last-child') : add;
		next?.focus({ preventScroll: true });
	}

	const findRoot = () => root.getRootNode() as ShadowRoot;

	async function take(): Promise<void> {
		if (isTaking) return;
		isTaking = true;
		try {
			const taken = await source.take({
				root: findRoot(),
				last: source.sent?.screenshot,
				onKeys: (handler) => (keys = handler),
				onTaking: () => say(words.taking),
			});
			if (taken === 'blocked') say(words.blocked, true);
			else if (taken) {
				setSent({ id: taken.id, screenshot: taken });
				say(words.added);
			} else say(source.sent ? words.added : words.hint);
		} catch {
			say(words.failed, true);
		}
		isTaking = false;
	}

	add.addEventListener('click', () => void take());
	change.addEventListener('click', () => void take());
	remove.addEventListener('click', () => {
		setSent(undefined);
		say(words.removed);
	});
	show();
	if (source.sent) say(words.added);
	return {
		root,
		read: () => source.sent?.id ?? null,
		onKey(event) {
			if (keys) return keys(event);
			// Enter presses this input instead of going on.
			return event.key === 'Enter' && event.composedPath()[0] === add;
		},
	};
}
