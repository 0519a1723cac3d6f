import { domToBlob } from 'modern-screenshot';

import { embedFonts } from './embed-fonts.ts';
import type { View } from './view.ts';
import { writeNow } from './write-now.ts';

/** Pixels of the picture for each pixel of the page. */
const scale = 2;

/** Elements that make sense only on a page. */
const interactive = 'a, button, form, input, select, header, details:not([open]), .sr-only';

/**
 * A PNG of the content of a panel, with its title, the filter, the period and the time; on a light background even in
 * dark mode.
 */
export async function drawPicture(panel: HTMLElement, title: string, view: View): Promise<Blob> {
	const place = document.createElement('div');
	place.className = 'fixed top-0 left-full';
	place.dataset['ground'] = 'light';
	place.inert = true;
	place.ariaHidden = 'true';
	const sheet = place.appendChild(document.createElement('div'));
	sheet.className = 'bg-surface p-6 text-ink';
	// The same width as on the page, because the chart was drawn for that width.
	sheet.style.width = `${panel.clientWidth + 48}px`;
	const shown = panel.cloneNode(true) as HTMLElement;
	shown.className = 'mt-2 -mx-4';
	for (const link of shown.querySelectorAll('a[data-label]')) link.replaceWith(...link.childNodes);
	for (const element of shown.querySelectorAll(interactive)) element.remove();
	// A table shows all its rows.
	for (const region of shown.querySelectorAll<HTMLElement>('[role="region"]')) {
		region.style.maxHeight = 'none';
	}
	sheet.append(
		write('h2', 'text-lg font-semibold wrap-anywhere', title),
		write('p', 'mt-1 text-sm text-soft wrap-anywhere', [view.name, ...view.facts].join(' · ')),
		shown,
		write('p', 'mt-2 text-xs text-faint', `As of ${writeNow()}`),
	);
	document.body.append(place);
	try {
		return await domToBlob(sheet, {
			scale,
			type: 'image/png',
			backgroundColor: '#ffffff',
			font: { cssText: await embedFonts() },
		});
	} finally {
		place.remove();
	}
}

function write(tag: 'h2' | 'p', className: string, text: string): HTMLElement {
	const element = document.createElement(tag);
	element.className = className;
	element.textContent = text;
	return element;
}
