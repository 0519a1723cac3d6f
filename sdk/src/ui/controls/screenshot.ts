import { element } from '../element.ts';
import type { Control } from './control.ts';

/** A question that can only be skipped: this version of the SDK takes no pictures. */
export function drawScreenshot(): Control {
	return { root: element('div', {}), read: () => null };
}
