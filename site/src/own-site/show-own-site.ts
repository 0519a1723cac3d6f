// Shows a reader who comes from the dashboard their own site in all code: `?site_id=site_…`. The site ID is public, and
// kept for this tab only.
import { writeOwnSite, type OwnSite } from './write-own-site.ts';

const key = 'feedback-docs-site';

/** Reads the site from the address, or from an earlier page of this tab, and shows it in the code of the page. */
export async function showOwnSite(content: HTMLElement): Promise<void> {
	const siteId = takeSiteId();
	if (siteId === undefined) return;
	const own = { siteId, apiUrl: await readApiUrl() };
	const blocks = [...content.querySelectorAll<HTMLElement>('.expressive-code')];
	const changed = blocks.filter((block) => writeInto(block, own));
	if (changed.length > 0) content.prepend(createNote(siteId));
}

function takeSiteId(): string | undefined {
	const url = new URL(location.href);
	const given = url.searchParams.get('site_id');
	try {
		if (given !== null) {
			if (/^site_[0-9a-z]{4,40}$/.test(given)) sessionStorage.setItem(key, given);
			url.searchParams.delete('site_id');
			history.replaceState(history.state, '', url);
		}
		return sessionStorage.getItem(key) ?? undefined;
	} catch {
		// Storage is blocked: the demo's site stays in the code.
		return undefined;
	}
}

/** URL of the functions; undefined if the documentation's server does not know it. */
async function readApiUrl(): Promise<string | undefined> {
	const response = await fetch('/instance.json').catch(() => undefined);
	if (!response?.ok) return undefined;
	const { api_url } = (await response.json()) as { api_url?: string };
	return api_url;
}

/** Returns whether the block named the demo's site. Lines without it keep their colours. */
function writeInto(block: HTMLElement, own: OwnSite): boolean {
	const copy = block.querySelector<HTMLElement>('[data-code]');
	// Between lines, the button has this character.
	const whole = copy?.dataset['code']?.replaceAll('\u007F', '\n') ?? block.textContent;
	if (writeOwnSite(whole, own) === whole) return false;
	if (copy) copy.dataset['code'] = writeOwnSite(whole, own).replaceAll('\n', '\u007F');
	const needsUrl = !whole.includes('apiUrl');
	for (const line of block.querySelectorAll<HTMLElement>('.ec-line .code')) {
		const written = writeOwnSite(line.textContent, needsUrl ? own : { ...own, apiUrl: undefined });
		if (written !== line.textContent) line.textContent = written;
	}
	return true;
}

function createNote(siteId: string): HTMLElement {
	const note = document.createElement('p');
	note.className = 'own-site';
	const id = document.createElement('code');
	id.textContent = siteId;
	const end = document.createElement('button');
	end.type = 'button';
	end.textContent = 'Show the demo’s';
	end.addEventListener('click', () => {
		sessionStorage.removeItem(key);
		location.reload();
	});
	note.append('The code on this page has your site ID, ', id, '. ', end);
	return note;
}
