import type { Client } from '@feedback/client';
import type { Selection } from '@feedback/contract';

import type { SentFilter } from './sent-filter.ts';

/** What is sent to the team: the first responses of a list. */
export type Sending = {
	client: Client;
	/** UUID. */
	site: string;
	/** Reads the IDs of the first responses of the list. */
	read: (limit: number) => Promise<string[]>;
	/** What is sent, such as the name of the prompt. */
	name: string;
	/** The filter of the list. */
	filter: SentFilter;
	/** The list in the dashboard. */
	list: Selection['list'];
};
