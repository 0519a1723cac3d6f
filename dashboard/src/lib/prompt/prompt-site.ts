import type { Client } from '@feedback/client';
import { createContext } from 'svelte';

import type { Site } from '#lib/account/account.ts';

/** The site whose prompts are looked at, and what the person may do there. */
export type PromptSite = {
	readonly site: Site;
	readonly client: Client;
	/** False for a viewer, who may look only. */
	readonly mayEdit: boolean;
	/** The person's address: unsent text in this browser is theirs alone. */
	readonly email: string;
};

export const [getPromptSite, setPromptSite] = createContext<PromptSite>();
