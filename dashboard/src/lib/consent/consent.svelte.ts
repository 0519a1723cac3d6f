import { withoutSample, type Workspace } from '#lib/account/account.ts';
import { Attempt } from '#lib/ui/attempt.svelte.ts';

/**
 * True if the actions need no site: creating one, where only one workspace is possible. The service grants every other
 * action on chosen sites.
 */
export function needNoSite(actions: string[], workspaces: Workspace[]): boolean {
	const possible = workspaces.filter(({ role }) => role !== 'viewer');
	return actions.join() === 'site:create' && possible.length === 1;
}

/** A person's decision about a program or a device that asks to sign in. */
export class Consent<Answer> {
	/** UUIDs of the sites to which the person grants access; a single site is preselected. */
	sites: string[] = $state([]);
	readonly decision = new Attempt<'approve' | 'deny'>();
	/** True after an attempt to approve without a site. */
	missing = $state(false);
	outcome = $state<'approved' | 'denied'>();

	readonly workspaces: Workspace[];
	readonly #onSuccess: (answer: Answer) => void;

	/** @param onSuccess called with the response of the service; it may throw */
	constructor(workspaces: Workspace[], onSuccess: (answer: Answer) => void = () => undefined) {
		this.workspaces = withoutSample(workspaces);
		this.#onSuccess = onSuccess;
		const all = this.#all;
		if (all.length === 1) this.sites = [all[0]!.id];
	}

	/**
	 * Never rejects. If `action` resolves to undefined, the person cancelled and may try again.
	 *
	 * @param options `withoutSites` if no site is needed
	 */
	async approve(
		action: () => Promise<Answer | undefined>,
		{ withoutSites = false }: { withoutSites?: boolean } = {},
	): Promise<void> {
		this.missing = this.sites.length === 0 && this.#all.length > 0 && !withoutSites;
		if (!this.missing) await this.#decide('approve', action);
	}

	/** Never rejects. */
	async deny(action: () => Promise<Answer | undefined>): Promise<void> {
		await this.#decide('deny', action);
	}

	get #all() {
		return this.workspaces.flatMap(({ sites }) => sites);
	}

	async #decide(kind: 'approve' | 'deny', action: () => Promise<Answer | undefined>) {
		await this.decision.run(async () => {
			const answer = await action();
			if (!answer) return;
			this.#onSuccess(answer);
			this.outcome = kind === 'approve' ? 'approved' : 'denied';
		}, kind);
	}
}
