/** Elements that show no children in full screen. */
const replaced = 'video,audio,iframe,img,canvas,object,embed';

/** The element that is shown in full screen, also inside a shadow root, and whether it can contain a prompt. */
export function findFullScreen(): { full?: Element | undefined; canContain: boolean } {
	let root: DocumentOrShadowRoot | null = document;
	let full: Element | undefined;
	while (root?.fullscreenElement) {
		full = root.fullscreenElement;
		root = full.shadowRoot;
	}
	return { full, canContain: !full?.matches(replaced) };
}
