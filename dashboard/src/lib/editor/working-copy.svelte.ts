import { ApiError } from '@feedback/client';
import type { LintIssue, Prompt } from '@feedback/contract';
import { untrack } from 'svelte';

import { follow } from '#lib/live/follow.ts';

import { toContent } from '#lib/prompt/prompt-content.ts';
import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import { isConflict } from './is-conflict.ts';
import { ContentValidation } from './content-validation.svelte.ts';
import type { ContentError } from './content-validation.svelte.ts';
import type { CopyStore, RemoteCopy, Revision, SavedRevision } from './copy-store.ts';
import { EditHistory } from './edit-history.svelte.ts';
import type { FieldPath } from './field-path.ts';
import { isGone, refuseGone } from './gone.ts';
import type { LocalDraftStore } from './local-draft.ts';
import { isSameContent } from './same-content.ts';
import { SaveTimer } from './save-timer.ts';

/** Someone else stored something in the meantime, or discarded the changes. */
export type CopyConflict = {
	by: string;
	/** Unknown when the changes were discarded. */
	at?: string;
	what: 'changed' | 'saved' | 'discarded';
	/** The revision that the other person saved or went back to; undefined if they changed the draft. */
	revision?: number;
	content: PromptContent;
	remote: RemoteCopy;
};

type Setup = { store: CopyStore; drafts: LocalDraftStore; remote: RemoteCopy };

/** Errors after which saving is retried. */
const temporary = new Set(['unreachable', 'unavailable', 'internal', 'rate_limited']);

/**
 * The shared draft of a prompt between two revisions. Every change is saved in this browser immediately and
 * sent a moment later. Another person's changes are never overwritten without asking.
 *
 * @example
 * const copy = new WorkingCopy({ store, drafts, remote: await store.read() });
 * $effect(() => copy.follow());
 * copy.content.name = 'Ease';
 */
export class WorkingCopy {
	/** Changed directly by the fields. It may be invalid while someone types. */
	content: PromptContent = $state({} as PromptContent);
	state: 'saved' | 'saving' | 'unsaved' | 'conflict' | 'offline' | 'gone' = $state('saved');
	/** Set while the state is `conflict`. */
	conflict: CopyConflict | undefined = $state.raw();
	/** Why the last attempt to store the content failed. */
	problem: unknown = $state.raw();
	/** The latest revision. */
	base: Revision = $state.raw({} as Revision);
	/** True once any revision was published: responses may then contain the IDs of its questions and options. */
	isPublished = $state(false);
	/** The author of changes that were loaded while there were no unsent edits here. */
	mergedFrom: { by: string; at: string } | undefined = $state.raw();

	/** Edits made here, to undo them. */
	readonly history = new EditHistory();

	readonly #validation = new ContentValidation(() => this.content);
	/** True when the content differs from the latest revision. */
	readonly changed: boolean = $derived.by(
		() => !isSameContent(this.prompt ?? $state.snapshot(this.content), this.base.content),
	);

	readonly #store: CopyStore;
	readonly #drafts: LocalDraftStore;
	readonly #timer = new SaveTimer(() => void this.flush());
	#etag: string | null = null;
	/** The revision that the content started from; another revision may have been saved since. */
	#baseRevision = 0;
	/** The content that the service has, as JSON. */
	#stored = '';
	#sending: Promise<void> | undefined;
	#isPaused = false;
	#keepsLocally = false;

	constructor({ store, drafts, remote }: Setup) {
		this.#store = store;
		this.#drafts = drafts;
		const draft = drafts.read();
		this.#load(remote);
		// Fields left empty in an earlier visit are errors now.
		untrack(() => this.#validation.show());
		if (!draft || draft.stored || isSameContent(draft.content, JSON.parse(this.#stored))) return;
		this.content = toContent(draft.content);
		this.history.restart(JSON.stringify($state.snapshot(this.content)));
		[this.#etag, this.#baseRevision, this.state] = [draft.etag, draft.base, 'unsaved'];
		if (draft.etag !== remote.etag || draft.base !== remote.latest.revision)
			this.#onConflict(remote);
		else drafts.save(draft);
	}

	/** Saves changes, and polls for changes by others. @returns a function that stops this */
	follow(): () => void {
		$effect(() => {
			const json = JSON.stringify($state.snapshot(this.content));
			untrack(() => this.#onChange(json));
		});
		// Skip the first poll, which would run right after the copy was read. Untracked: reading must not restart this
		// effect.
		let isFirst = true;
		const stopPolling = untrack(() =>
			follow({
				intervalMs: 4_000,
				poll: async (signal) => {
					if (!isFirst) await this.#checkForChanges(signal);
					isFirst = false;
				},
				onFailure: (error) => {
					if (isGone(error)) this.#onGone();
				},
			}),
		);
		const retry = () => void this.flush();
		window.addEventListener('online', retry);
		return () => {
			stopPolling();
			window.removeEventListener('online', retry);
			void this.flush();
		};
	}

	/** Errors in the command's words. An empty field is one once the person has left it, or asked to save or publish. */
	get errors(): ContentError[] {
		return this.#validation.errors;
	}

	/** The content as a prompt, if it is valid. */
	get prompt(): Prompt | undefined {
		return this.#validation.prompt;
	}

	/** The errors at a path; with `deep`, also the errors below it. */
	errorsAt(path: FieldPath, deep = false): ContentError[] {
		return this.#validation.errorsAt(path, deep);
	}

	/** What is probably a mistake, worded as the command prints it. */
	get warnings(): LintIssue[] {
		return this.#validation.warnings;
	}

	/** The warnings at a path; with `deep`, also those below it. */
	warningsAt(path: FieldPath, deep = false): LintIssue[] {
		return this.#validation.warningsAt(path, deep);
	}

	/** Shows the errors of empty fields below a path that the person has left. Without a path, shows all errors. */
	showErrors(key?: string): void {
		this.#validation.show(key);
	}

	undo(): void {
		this.#restore(this.history.undo());
	}

	redo(): void {
		this.#restore(this.history.redo());
	}

	/** Sends unsent changes now. Never rejects. */
	async flush(): Promise<void> {
		this.#timer.stop();
		await this.#sending;
		if (this.conflict || this.#isPaused || this.state === 'gone') return;
		if (this.#isStored()) return this.#markSaved();
		this.#sending = this.#send().finally(() => (this.#sending = undefined));
		await this.#sending;
	}

	/** Replaces the content here with the other person's. */
	async loadTheirs(): Promise<void> {
		if (!this.conflict) return;
		const { remote, what } = this.conflict;
		// They saved a revision, and the working copy started from an earlier one: that copy is discarded.
		if (what === 'saved' && remote.etag !== null) await this.#store.discard(remote.etag);
		this.#load(what === 'saved' ? { ...remote, copy: null, etag: null } : remote);
	}

	/** Replaces the other person's content with the content here. */
	async overwriteTheirs(): Promise<void> {
		if (!this.conflict) return;
		const { remote } = this.conflict;
		[this.conflict, this.state] = [undefined, 'unsaved'];
		[this.#etag, this.base, this.#stored] = [remote.etag, remote.latest, ''];
		this.#baseRevision = remote.latest.revision;
		await this.flush();
	}

	/** Saves the content, which must be valid, as the next revision. */
	async saveRevision(): Promise<SavedRevision> {
		// This compares the etag, so a conflict with another person shows before the revision is saved.
		await this.flush();
		const { prompt } = this;
		if (this.state === 'gone') throw refuseGone();
		if (this.conflict || !prompt)
			throw new Error('The prompt cannot be saved in its current state.');
		const json = JSON.stringify($state.snapshot(this.content));
		this.#isPaused = true;
		try {
			const saved = await this.#store.saveRevision(prompt, this.#baseRevision);
			const { latest, etag } = await this.#store.read();
			[this.base, this.#baseRevision] = [latest, saved.revision];
			[this.#etag, this.#stored] = [etag, json];
			return saved;
		} catch (error) {
			if (isConflict(error)) this.#onConflict(await this.#store.read());
			if (!isGone(error)) throw error;
			this.#onGone();
			throw refuseGone(error);
		} finally {
			this.#isPaused = false;
			this.#onChange(JSON.stringify($state.snapshot(this.content)));
		}
	}

	/** Sets whether this browser also stores the content, because the service is going to delete the prompt. */
	keepLocally(keeps: boolean): void {
		this.#keepsLocally = keeps;
		if (this.state === 'saved' && this.#isStored()) this.#markSaved();
	}

	/** Removes the content from this browser: the person saved it elsewhere. */
	forgetLocally(): void {
		this.#keepsLocally = false;
		this.#drafts.clear();
	}

	/** Discards all changes since the latest revision. */
	async discard(): Promise<void> {
		this.#timer.stop();
		await this.#sending;
		this.#isPaused = true;
		try {
			if (this.#etag !== null) await this.#store.discard(this.#etag);
			this.#load(await this.#store.read());
		} finally {
			this.#isPaused = false;
		}
	}

	#restore(json: string | undefined) {
		if (json !== undefined) this.content = JSON.parse(json) as PromptContent;
	}

	#load(remote: RemoteCopy) {
		this.#timer.reset();
		this.content = toContent(remote.copy ? remote.copy.content : remote.latest.content);
		[this.#etag, this.base, this.isPublished] = [remote.etag, remote.latest, remote.isPublished];
		this.#baseRevision = remote.copy?.base ?? remote.latest.revision;
		this.#stored = JSON.stringify($state.snapshot(this.content));
		this.history.restart(this.#stored);
		[this.state, this.conflict, this.problem] = ['saved', undefined, undefined];
		this.#drafts.clear();
		if (this.#baseRevision < remote.latest.revision) this.#onConflict(remote);
	}

	#onChange(json: string) {
		this.history.record(json);
		if (json === this.#stored && !this.#sending) {
			if (!this.conflict) this.#markSaved();
			return;
		}
		this.mergedFrom = undefined;
		this.#saveLocally();
		if (this.conflict || this.state === 'gone') return;
		if (this.state === 'saved') this.state = 'unsaved';
		this.#timer.changed();
	}

	// Called when nothing is unsent.
	#markSaved() {
		this.#timer.reset();
		[this.state, this.problem] = ['saved', undefined];
		if (this.#keepsLocally) this.#saveLocally(true);
		else this.#drafts.clear();
	}

	#saveLocally(stored = false) {
		const content = $state.snapshot(this.content);
		this.#drafts.save({ content, base: this.#baseRevision, etag: this.#etag, stored });
	}

	async #send(): Promise<void> {
		const content = $state.snapshot(this.content);
		this.state = 'saving';
		try {
			const { etag } = await this.#store.write({
				content,
				base: this.#baseRevision,
				etag: this.#etag,
			});
			this.#onStored(JSON.stringify(content), etag);
		} catch (error) {
			await this.#onRefused(error, content);
		}
	}

	#onStored(json: string, etag: string) {
		[this.#etag, this.#stored, this.problem] = [etag, json, undefined];
		this.#timer.succeeded();
		if (this.#isStored()) return this.#markSaved();
		this.state = 'unsaved';
		this.#timer.changed();
	}

	async #onRefused(error: unknown, sent: unknown) {
		try {
			// The etag did not match; any other error means that the content was refused.
			if (!isConflict(error) || error.field !== 'etag') throw error;
			const remote = await this.#store.read();
			// The response to an earlier attempt was lost: the service has our own content.
			if (remote.copy && isSameContent(remote.copy.content, sent)) {
				this.#onStored(JSON.stringify(sent), remote.etag!);
			} else {
				this.#onConflict(remote);
			}
		} catch (reason) {
			if (isGone(reason)) return this.#onGone();
			this.problem = reason;
			const code = reason instanceof ApiError ? reason.code : 'unreachable';
			this.state = temporary.has(code) ? 'offline' : 'unsaved';
			if (this.state === 'offline') this.#timer.failed();
		}
	}

	// Someone else stored something, and changes made here are unsent.
	#onConflict(remote: RemoteCopy) {
		const { latest } = remote;
		// A copy with our own etag is ours.
		const copy = remote.etag === this.#etag ? null : remote.copy;
		const isDiscarded = !copy && latest.revision === this.#baseRevision;
		if (isDiscarded && (this.#etag === null || remote.etag !== null)) {
			// Neither side has changes to lose.
			[this.#etag, this.state] = [remote.etag, 'unsaved'];
			this.#timer.sendNow();
			return;
		}
		this.#timer.stop();
		if (isDiscarded) this.#saveLocally();
		this.base = latest;
		const { by, at } = copy ?? { by: latest.created_by, at: latest.created_at };
		this.conflict = {
			what: copy ? 'changed' : isDiscarded ? 'discarded' : 'saved',
			// The service does not store who discarded the changes.
			...(isDiscarded ? { by: 'Someone' } : { by, at }),
			...(!copy && { revision: latest.revision }),
			content: toContent(copy ? copy.content : latest.content),
			remote,
		};
		[this.state, this.problem] = ['conflict', undefined];
	}

	// The prompt was deleted, or the person may no longer see it.
	#onGone() {
		this.#timer.stop();
		[this.state, this.conflict, this.problem] = ['gone', undefined, undefined];
		this.#saveLocally();
	}

	// The person can see the prompt again.
	#onReturn(remote: RemoteCopy) {
		this.state = 'unsaved';
		if (remote.etag === this.#etag && remote.latest.revision === this.#baseRevision)
			this.#timer.sendNow();
		else this.#onConflict(remote);
	}

	async #checkForChanges(signal: AbortSignal) {
		if (this.#isPaused) return;
		const etag = this.#etag;
		// Read even while changes are unsent: the prompt may be gone.
		const remote = await this.#store.read(signal);
		if (this.state === 'gone') return this.#onReturn(remote);
		if (remote.etag === etag && remote.latest.revision === this.#baseRevision) return;
		// Changed here during the request: the etag will reveal a conflict on sending.
		if (this.state !== 'saved' || this.#isPaused || this.#etag !== etag || !this.#isStored())
			return;
		// Another person discarded a draft, which may contain changes made here.
		if (etag !== null && remote.etag === null && remote.latest.revision === this.#baseRevision) {
			if (this.changed) return this.#onConflict(remote);
		}
		this.#load(remote);
		const { copy, latest } = remote;
		if (this.conflict) return;
		this.mergedFrom = { by: copy?.by ?? latest.created_by, at: copy?.at ?? latest.created_at };
	}

	#isStored(): boolean {
		return JSON.stringify($state.snapshot(this.content)) === this.#stored;
	}
}
