const namespace = 'http://www.w3.org/2000/svg';

/** A drawing of one path on a 24 × 24 grid, hidden from assistive technology. */
export function icon(path: string): SVGSVGElement {
	const svg = document.createElementNS(namespace, 'svg');
	svg.setAttribute('viewBox', '0 0 24 24');
	svg.setAttribute('aria-hidden', 'true');
	const line = document.createElementNS(namespace, 'path');
	line.setAttribute('d', path);
	svg.append(line);
	return svg;
}

export const cross = 'M7 7l10 10M17 7L7 17';
export const arrow = 'M14.5 6.5L9 12l5.5 5.5';
export const check = 'M6.5 12.6l3.7 3.7 7.3-8.2';
export const star = 'M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1L12 17.1 6.6 20l1.1-6.1-4.5-4.3 6.1-.8z';

/** A face from unhappy (0) to happy (1). */
export function face(happiness: number): string {
	const corners = (16.1 - 2 * happiness).toFixed(1);
	const middle = (12.3 + 6.4 * happiness).toFixed(1);
	return `M21.5 12a9.5 9.5 0 1 1-19 0a9.5 9.5 0 1 1 19 0M9 9.3v.9M15 9.3v.9M8.2 ${corners}Q12 ${middle} 15.8 ${corners}`;
}
