import type { Client } from '@feedback/client';

import type { Deletion } from './deletion.ts';

/** The newest deletions of a workspace, as they change on this page. */
export class Deletions {
	readonly #client: Client;
	readonly #workspace: string;
	items = $state.raw<Deletion[]>();
	problem = $state.raw<unknown>();

	constructor(client: Client, workspace: string) {
		this.#client = client;
		this.#workspace = workspace;
	}

	async load(): Promise<void> {
		this.problem = undefined;
		try {
			const { items } = await this.#client.listDeletions({ workspace: this.#workspace });
			this.items = items;
		} catch (error) {
			this.problem = error;
		}
	}

	/** The scheduled deletion of a prompt, site or workspace. */
	scheduled(target: string): Deletion | undefined {
		return this.items?.find((one) => one.target === target && one.state === 'scheduled');
	}

	put(deletion: Deletion): void {
		this.items = [deletion, ...(this.items ?? []).filter(({ id }) => id !== deletion.id)];
	}

	async undo({ id }: Deletion): Promise<void> {
		this.put(await this.#client.undoDeletion({ workspace: this.#workspace, deletion: id }));
	}
}
