import { ApiError } from '@feedback/client';
import type { Prompt } from '@feedback/contract';
import { untrack } from 'svelte';

import { follow } from '#lib/live/follow.ts';

import { ContentCheck } from './content-check.svelte.ts';
import type { CopyFault } from './content-check.svelte.ts';
import type { CopyStore, Held, Revision, SavedRevision } from './copy-store.ts';
import type { FaultPath } from './fault-place.ts';
import type { DraftShelf } from './kept-draft.ts';
import { toContent } from './prompt-content.ts';
import type { PromptContent } from './prompt-content.ts';
import { isSameContent } from './same-content.ts';
import { SendClock } from './send-clock.ts';

export type { PromptContent } from './prompt-content.ts';

/** Somebody else stored something in the meantime. */
export type CopyConflict = {
	by: string;
	at: string;
	/** Set when they saved a revision. */
	revision?: number;
	content: PromptContent;
	held: Held;
};

type Setup = { store: CopyStore; shelf: DraftShelf; held: Held };

const passing = new Set(['unreachable', 'unavailable', 'internal', 'rate_limited']);

/**
 * The one copy of a prompt that people type in before they save a revision. Every change is kept in this
 * browser at once and sent a moment later; what somebody else stored is never overwritten unasked.
 *
 * @example
 * const copy = new WorkingCopy({ store, shelf, held: await store.read() });
 * $effect(() => copy.follow());
 * copy.content.name = 'Ease';
 */
export class WorkingCopy {
	/** The authored form, to be changed directly. It may be invalid while somebody types. */
	content: PromptContent = $state({} as PromptContent);
	state: 'saved' | 'saving' | 'unsaved' | 'conflict' | 'offline' = $state('saved');
	/** Set while the state is `conflict`. */
	conflict: CopyConflict | undefined = $state.raw();
	/** Why the last attempt to store it failed. */
	problem: unknown = $state.raw();
	/** The latest revision, which the copy began from. */
	base: Revision = $state.raw({} as Revision);
	/** True once visitors may have seen it: then IDs have answers under them. */
	isPublished = $state(false);
	/** Who else's changes were taken over while nothing of one's own was unsent. */
	taken: { by: string; at: string } | undefined = $state.raw();

	readonly #check = new ContentCheck(() => this.content);
	/** True when what is typed is something else than the latest revision. */
	readonly changed: boolean = $derived.by(
		() => !isSameContent(this.prompt ?? $state.snapshot(this.content), this.base.content),
	);

	readonly #store: CopyStore;
	readonly #shelf: DraftShelf;
	readonly #clock = new SendClock(() => void this.flush());
	#etag: string | null = null;
	/** The revision that what is typed began from; another one may have been saved since. */
	#from = 0;
	/** What the service holds, as JSON. */
	#stored = '';
	#sending: Promise<void> | undefined;
	#isHeld = false;

	constructor({ store, shelf, held }: Setup) {
		this.#store = store;
		this.#shelf = shelf;
		const kept = shelf.read();
		this.#adopt(held);
		if (!kept || isSameContent(kept.content, JSON.parse(this.#stored))) return;
		this.content = toContent(kept.content);
		[this.#etag, this.#from, this.state] = [kept.etag, kept.base, 'unsaved'];
		if (kept.etag !== held.etag || kept.base !== held.latest.revision) this.#meet(held);
		else shelf.keep(kept);
	}

	/** Stores what is typed, and looks for what others stored. @returns stops it */
	follow(): () => void {
		$effect(() => {
			const json = JSON.stringify($state.snapshot(this.content));
			untrack(() => this.#onTyped(json));
		});
		// The first look would be at once, at what has just been read; and what is read is no reason to begin anew.
		let isFirst = true;
		const stopLooking = untrack(() =>
			follow({
				every: 8_000,
				look: async (signal) => {
					if (!isFirst) await this.#lookForOthers(signal);
					isFirst = false;
				},
				onFailure: () => undefined,
			}),
		);
		const retry = () => void this.flush();
		window.addEventListener('online', retry);
		return () => {
			stopLooking();
			window.removeEventListener('online', retry);
			void this.flush();
		};
	}

	/** Of the contract's own parser, in the command's words. */
	get faults(): CopyFault[] {
		return this.#check.faults;
	}

	/** What is typed, when it is valid. */
	get prompt(): Prompt | undefined {
		return this.#check.prompt;
	}

	/** The faults at a path; `deep` takes those further in, too. */
	faultsAt(path: FaultPath, deep = false): CopyFault[] {
		return this.#check.faultsAt(path, deep);
	}

	/** Sends what is unsent now. Never rejects. */
	async flush(): Promise<void> {
		this.#clock.stop();
		await this.#sending;
		if (this.conflict || this.#isHeld) return;
		if (this.#isStored()) return this.#settle();
		this.#sending = this.#send().finally(() => (this.#sending = undefined));
		await this.#sending;
	}

	/** Gives up what is typed here for what the other person stored. */
	async takeTheirs(): Promise<void> {
		if (!this.conflict) return;
		const { held, revision } = this.conflict;
		// A revision of theirs beside a working copy that began earlier: that copy is what is given up.
		if (revision !== undefined && held.etag !== null) await this.#store.discard(held.etag);
		this.#adopt(revision === undefined ? held : { ...held, copy: null, etag: null });
	}

	/** Puts what is typed here in the place of what the other person stored. */
	async keepMine(): Promise<void> {
		if (!this.conflict) return;
		const { held } = this.conflict;
		[this.conflict, this.state] = [undefined, 'unsaved'];
		[this.#etag, this.base, this.#stored] = [held.etag, held.latest, ''];
		this.#from = held.latest.revision;
		await this.flush();
	}

	/** Freezes what is typed as the next revision. It has to be valid. */
	async saveRevision(): Promise<SavedRevision> {
		// The service compares the etag, so what another person typed is met before it is buried.
		await this.flush();
		const { prompt } = this;
		if (this.conflict || !prompt) throw new Error('The prompt cannot be saved as it is.');
		const json = JSON.stringify($state.snapshot(this.content));
		this.#isHeld = true;
		try {
			const saved = await this.#store.saveRevision(prompt, this.#from);
			const { latest, etag } = await this.#store.read();
			[this.base, this.#from] = [latest, saved.revision];
			[this.#etag, this.#stored] = [etag, json];
			return saved;
		} catch (error) {
			if (isConflict(error)) this.#meet(await this.#store.read());
			throw error;
		} finally {
			this.#isHeld = false;
			this.#onTyped(JSON.stringify($state.snapshot(this.content)));
		}
	}

	/** Goes back to the latest revision. */
	async discard(): Promise<void> {
		this.#clock.stop();
		await this.#sending;
		this.#isHeld = true;
		try {
			if (this.#etag !== null) await this.#store.discard(this.#etag);
			this.#adopt(await this.#store.read());
		} finally {
			this.#isHeld = false;
		}
	}

	#adopt(held: Held) {
		this.#clock.rest();
		this.content = toContent(held.copy ? held.copy.content : held.latest.content);
		[this.#etag, this.base, this.isPublished] = [held.etag, held.latest, held.isPublished];
		this.#from = held.copy?.base ?? held.latest.revision;
		this.#stored = JSON.stringify($state.snapshot(this.content));
		[this.state, this.conflict, this.problem] = ['saved', undefined, undefined];
		this.#shelf.forget();
		if (this.#from < held.latest.revision) this.#meet(held);
	}

	#onTyped(json: string) {
		if (json === this.#stored && !this.#sending) {
			if (!this.conflict) this.#settle();
			return;
		}
		this.taken = undefined;
		const content = $state.snapshot(this.content);
		this.#shelf.keep({ content, base: this.#from, etag: this.#etag });
		if (this.conflict) return;
		if (this.state === 'saved') this.state = 'unsaved';
		this.#clock.typed();
	}

	// Nothing is unsent.
	#settle() {
		this.#clock.rest();
		[this.state, this.problem] = ['saved', undefined];
		this.#shelf.forget();
	}

	async #send(): Promise<void> {
		const content = $state.snapshot(this.content);
		this.state = 'saving';
		try {
			const { etag } = await this.#store.write({ content, base: this.#from, etag: this.#etag });
			this.#onStored(JSON.stringify(content), etag);
		} catch (error) {
			await this.#onRefused(error, content);
		}
	}

	#onStored(json: string, etag: string) {
		[this.#etag, this.#stored, this.problem] = [etag, json, undefined];
		this.#clock.sent();
		if (this.#isStored()) return this.#settle();
		this.state = 'unsaved';
		this.#clock.typed();
	}

	async #onRefused(error: unknown, sent: unknown) {
		try {
			if (!isConflict(error)) throw error;
			const held = await this.#store.read();
			// The answer to an earlier attempt was lost: what is stored is our own.
			if (held.copy && isSameContent(held.copy.content, sent)) {
				this.#onStored(JSON.stringify(sent), held.etag!);
			} else {
				this.#meet(held);
			}
		} catch (reason) {
			this.problem = reason;
			const code = reason instanceof ApiError ? reason.code : 'unreachable';
			this.state = passing.has(code) ? 'offline' : 'unsaved';
			if (this.state === 'offline') this.#clock.failed();
		}
	}

	// Somebody else was here, and something typed here is not stored.
	#meet(held: Held) {
		const { latest } = held;
		// A copy under our own etag is ours.
		const copy = held.etag === this.#etag ? null : held.copy;
		if (!copy && latest.revision === this.#from) {
			// They discarded the working copy: nothing of theirs is lost when ours is stored.
			[this.#etag, this.state] = [held.etag, 'unsaved'];
			this.#clock.sendNow();
			return;
		}
		this.#clock.stop();
		this.base = latest;
		this.conflict = {
			by: copy?.by ?? latest.created_by,
			at: copy?.at ?? latest.created_at,
			...(!copy && { revision: latest.revision }),
			content: toContent(copy ? copy.content : latest.content),
			held,
		};
		[this.state, this.problem] = ['conflict', undefined];
	}

	async #lookForOthers(signal: AbortSignal) {
		if (this.state !== 'saved' || this.#isHeld) return;
		const etag = this.#etag;
		const held = await this.#store.read(signal);
		if (held.etag === etag && held.latest.revision === this.#from) return;
		// Typed or stored while we asked: then the etag will tell.
		if (this.state !== 'saved' || this.#isHeld || this.#etag !== etag || !this.#isStored()) return;
		this.#adopt(held);
		const { copy, latest } = held;
		if (this.conflict) return;
		this.taken = { by: copy?.by ?? latest.created_by, at: copy?.at ?? latest.created_at };
	}

	#isStored(): boolean {
		return JSON.stringify($state.snapshot(this.content)) === this.#stored;
	}
}

function isConflict(error: unknown): boolean {
	return error instanceof ApiError && ['conflict', 'revision_conflict'].includes(error.code);
}
