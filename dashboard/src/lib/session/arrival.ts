import { keepDemoKey } from './demo-key.ts';
import { keepFragment } from './stored-fragment.ts';
import { readLinkAnswer } from './parse-link-fragment.ts';

let linkFragment: string | undefined;

/** Takes what an address must not go on showing out of it, before the first page is drawn. */
export function arrive(): void {
	const { hash, pathname, search } = location;
	const isLink = readLinkAnswer(hash) !== undefined;
	if (isLink) linkFragment = hash;
	else if (!keepDemoKey(hash) && !keepFragment(location, Date.now())) return;
	// The router does not run yet, and its own functions cannot be called.
	History.prototype.replaceState.call(history, history.state, '', pathname + search);
}

/** The fragment that a link of a message led to, once. */
export function takeLinkFragment(): string | undefined {
	const taken = linkFragment;
	linkFragment = undefined;
	return taken;
}
