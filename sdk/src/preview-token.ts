import { read, write } from './storage.ts';

/** The token of a preview that ends this page's address, or that of an earlier page in this tab. */
export function takePreviewToken(): string | undefined {
	const [address, token] = location.href.split(/.feedback_preview=/);
	if (token) {
		write('preview', token, 'sessionStorage');
		history.replaceState(history.state, '', address);
	}
	return read('preview', 'sessionStorage');
}
