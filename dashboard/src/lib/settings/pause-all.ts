import type { Client } from '@feedback/client';

/** Pauses every published prompt of the site. @returns how many were paused */
export async function pauseAll(client: Client, site: string): Promise<number> {
	let paused = 0;
	for (;;) {
		// Paused prompts leave the list, so always read its first page.
		const { items } = await client.listPrompts({ site, state: 'published', limit: 50 });
		if (items.length === 0) return paused;
		for (const { id } of items) {
			const { changed } = await client.pausePrompt({ site, prompt: id });
			if (changed) paused += 1;
		}
	}
}
