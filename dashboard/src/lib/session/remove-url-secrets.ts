import { storeDemoKey } from './demo-key.ts';
import { storeFragment } from './stored-fragment.ts';
import { parseLinkFragment } from './parse-link-fragment.ts';

let linkFragment: string | undefined;

/** Removes secrets from the URL before the first page renders. */
export function removeUrlSecrets(): void {
	const { hash, pathname, search } = location;
	const isLink = parseLinkFragment(hash) !== undefined;
	if (isLink) linkFragment = hash;
	else if (!storeDemoKey(hash) && !storeFragment(location, Date.now())) return;
	// The router has not started, so its functions cannot be called.
	History.prototype.replaceState.call(history, history.state, '', pathname + search);
}

/** Returns the fragment of a sign-in link, once. */
export function takeLinkFragment(): string | undefined {
	const taken = linkFragment;
	linkFragment = undefined;
	return taken;
}
