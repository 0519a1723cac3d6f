import type { Client } from '@feedback/client';
import { createContext } from 'svelte';

import type { Site, Workspace } from '#lib/account/account.ts';
import type { Deletions } from '#lib/deletion/deletions.svelte.ts';

/** The site of the prompts, with the person's permissions there. */
export type PromptSite = {
	readonly site: Site;
	readonly client: Client;
	/** False for a viewer. */
	readonly mayEdit: boolean;
	readonly role: Workspace['role'];
	/** Deletions in its workspace. */
	readonly deletions: Deletions;
	/** The person's e-mail address: each account has its own local drafts. */
	readonly email: string;
};

export const [getPromptSite, setPromptSite] = createContext<PromptSite>();
