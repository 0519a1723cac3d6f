import type { Workspace } from '#lib/account/account.ts';

/** What a person answers a program or a machine that wants to be let in. */
export class Consent<Answer> {
	/** UUIDs of the sites that it shall see. One site is no choice; of several, the person says which. */
	sites: string[] = $state([]);
	busy = $state<'approve' | 'deny'>();
	problem = $state.raw<unknown>();
	/** True once it was tried without a site. */
	missing = $state(false);
	outcome = $state<'approved' | 'denied'>();

	readonly workspaces: Workspace[];
	readonly #settle: (answer: Answer) => void;

	/** @param settle called with what the service answered; it may throw */
	constructor(workspaces: Workspace[], settle: (answer: Answer) => void = () => undefined) {
		this.workspaces = workspaces;
		this.#settle = settle;
		const all = this.#all;
		if (all.length === 1) this.sites = [all[0]!.id];
	}

	/**
	 * Never rejects. When `act` resolves to nothing, the person went no further, and may try again.
	 *
	 * @param how `without` when it makes sense also without a site
	 */
	async approve(
		act: () => Promise<Answer | undefined>,
		{ without = false }: { without?: boolean } = {},
	): Promise<void> {
		this.missing = this.sites.length === 0 && this.#all.length > 0 && !without;
		if (!this.missing) await this.#decide('approve', act);
	}

	/** Never rejects. */
	async deny(act: () => Promise<Answer | undefined>): Promise<void> {
		await this.#decide('deny', act);
	}

	get #all() {
		return this.workspaces.flatMap(({ sites }) => sites);
	}

	async #decide(how: 'approve' | 'deny', act: () => Promise<Answer | undefined>) {
		[this.busy, this.problem] = [how, undefined];
		try {
			const answer = await act();
			if (!answer) return;
			this.#settle(answer);
			this.outcome = how === 'approve' ? 'approved' : 'denied';
		} catch (error) {
			this.problem = error;
		} finally {
			this.busy = undefined;
		}
	}
}
