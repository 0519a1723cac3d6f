import { readAll, type Client } from '@feedback/client';
import { showFallbacks, takesAnswer } from '@feedback/contract';
import type { RouteOutput } from '@feedback/contract';

import type { KnownQuestion } from '#lib/editor/condition/known-question.ts';

type Listed = RouteOutput<'listPrompts'>['items'][number];

/** The prompts of a site and, once a condition needs them, their questions. */
export class PromptChoices {
	error = $state.raw<unknown>();
	#items = $state.raw<Listed[]>();
	#contents = $state.raw<Listed[]>();
	#isAsked = false;
	readonly #client: Client;
	readonly #site: string;
	/** Names by UUID; undefined until they have loaded. */
	names = $derived.by(() => this.#items && new Map(this.#items.map(({ id, name }) => [id, name])));

	constructor(client: Client, site: string) {
		[this.#client, this.#site] = [client, site];
	}

	/** Undefined until they have loaded. */
	get items(): Listed[] | undefined {
		return this.#items;
	}

	/** Never rejects. */
	async load(): Promise<void> {
		try {
			this.#items = await this.#read(false);
			this.error = undefined;
		} catch (error) {
			this.error = error;
		}
	}

	/**
	 * The questions of these prompts, or of all prompts if none is chosen, without duplicate IDs. Loads them on first
	 * use.
	 */
	questions(prompts: readonly string[] | null): KnownQuestion[] {
		const byId = new Map<string, KnownQuestion>();
		for (const { name, content } of this.#choose(prompts)) {
			for (const question of content?.questions ?? []) {
				const isKnown = byId.has(question.id) || !takesAnswer(question);
				if (!isKnown) byId.set(question.id, { question, prompt: name });
			}
		}
		return [...byId.values()];
	}

	/** Titles of their questions by ID, without IDs whose titles differ. Loads them on first use. */
	titles(prompts: readonly string[] | null): Map<string, string> {
		const questions = this.#choose(prompts).flatMap(({ content }) => content?.questions ?? []);
		const titles = new Map<string, Set<string>>();
		for (const { id, title } of questions) {
			titles.set(id, (titles.get(id) ?? new Set()).add(showFallbacks(title)));
		}
		return new Map(
			[...titles].flatMap(([id, [title, ...others]]) =>
				title !== undefined && others.length === 0 ? [[id, title] as const] : [],
			),
		);
	}

	#choose(prompts: readonly string[] | null): Listed[] {
		if (!this.#isAsked) {
			this.#isAsked = true;
			// Deferred, because loading changes state, which must not change during rendering.
			queueMicrotask(() => void this.#loadContents());
		}
		return (this.#contents ?? []).filter(
			({ id }) => prompts === null || prompts.length === 0 || prompts.includes(id),
		);
	}

	async #loadContents(): Promise<void> {
		try {
			this.#contents = await this.#read(true);
		} catch (error) {
			this.error = error;
			this.#isAsked = false;
		}
	}

	#read(content: boolean): Promise<Listed[]> {
		return readAll((cursor) =>
			this.#client.listPrompts({ site: this.#site, limit: 200, content, cursor }),
		);
	}
}
