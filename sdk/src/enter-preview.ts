import { settings } from './settings.ts';
import { read } from './storage.ts';

/**
 * Starts preview mode with the token at the end of this page's address, or with an earlier page's token in this tab.
 */
export function enterPreview(): void {
	const [address, given] = location.href.split(/.feedback_preview=/);
	if (given) history.replaceState(history.state, '', address);
	const token = given || read('preview', 'sessionStorage');
	if (token)
		settings.preview = settings.load().then((ui) => ui.startPreview(settings, String(token)));
}
