import { element, setAttributes } from '../element.ts';
import type { QuestionOf, Control, ControlContext } from './control.ts';

export function drawMessage(
	question: QuestionOf<'message'>,
	{ words, proceed }: ControlContext,
): Control {
	const { text, button } = question;
	const root = element('div', {}, text !== undefined && element('p', { class: 'prose' }, text));
	const link =
		button?.url === undefined ? undefined : drawLink(button.label, button.url, words.new_tab);
	let followed = false;
	link?.addEventListener('click', () => {
		followed = true;
		// A timeout, so that the browser follows the link first.
		setTimeout(proceed);
	});
	return { root, read: () => !link || followed, go: link ? undefined : button?.label, link };
}

/** A link to `https:`, `mailto:` or this page's own origin; nothing for any other address. */
function drawLink(label: string, url: string, newTab: string): HTMLAnchorElement | undefined {
	const link = element('a', { class: 'button', part: 'button', href: url, rel: 'noopener' }, label);
	const own = link.protocol.startsWith('http') && link.origin === location.origin;
	if (!own && !/^(https|mailto):$/.test(link.protocol)) return undefined;
	if (!own && link.protocol === 'https:') {
		setAttributes(link, { target: '_blank', 'aria-description': newTab });
	}
	return link;
}
