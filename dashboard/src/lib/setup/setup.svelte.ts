import type { Client } from '@feedback/client';

import type { Site, Workspace } from '#lib/account/account.ts';

import { listSetupSteps } from './setup-steps.ts';
import type { SetupFacts, SetupStep } from './setup-steps.ts';
import { readSetupView, rememberSetupView } from './setup-view.ts';
import type { SetupView } from './setup-view.ts';

/** Live data of the page that shows the checklist. */
type Live = {
	/** Names of the recent events. */
	events: () => string[];
	/** Undefined until they were read. */
	prompts: () => SetupFacts['prompts'] | undefined;
	/** Whether the prompts could not be read. */
	failed: () => boolean;
};
type Place = { site: Site; workspace: Workspace; client: Client; live: Live };

/** The checklist of a site. */
export class Setup {
	#view = $state<SetupView>('open');
	#read = $state.raw<Omit<SetupFacts, 'prompts'>>();
	#failed = $state(false);
	readonly #place: Place;

	/** Undefined while the facts are read, and if that failed. */
	readonly steps: SetupStep[] | undefined = $derived.by(() => {
		const prompts = this.#place.live.prompts();
		if (this.#view === 'finished' || !this.#read || !prompts) return undefined;
		return listSetupSteps({
			facts: {
				...this.#read,
				events: [...this.#read.events, ...this.#place.live.events()],
				prompts,
			},
			isOwner: this.#place.workspace.role === 'owner',
		});
	});
	readonly isFinished: boolean = $derived(
		this.#view === 'finished' || (this.steps?.every(({ done }) => done) ?? false),
	);
	/** Whether it is already known if there are steps to show. */
	readonly isKnown: boolean = $derived.by(
		() =>
			this.#view === 'finished' ||
			this.#failed ||
			this.#place.live.failed() ||
			this.steps !== undefined,
	);

	constructor(place: Place) {
		this.#place = place;
		// Viewers cannot do any of the steps, and sample data needs none.
		const { workspace, site } = place;
		this.#view = workspace.role === 'viewer' || site.sample ? 'finished' : readSetupView(site.id);
	}

	get isOpen(): boolean {
		return this.#view === 'open';
	}

	set isOpen(open: boolean) {
		this.#show(open ? 'open' : 'closed');
	}

	/** Remembers that the steps are done, to save requests on the next visit. */
	rememberFinished(): void {
		rememberSetupView(this.#place.site.id, 'finished');
	}

	/** Reads the data that the page does not follow. @returns a function that stops reading */
	read(): () => void {
		if (this.#view === 'finished') return () => undefined;
		const left = new AbortController();
		this.#fetch(left.signal).catch(() => (this.#failed = !left.signal.aborted));
		return () => left.abort();
	}

	async #fetch(signal: AbortSignal): Promise<void> {
		const { site, workspace, client } = this.#place;
		const [names, members, destinations] = await Promise.all([
			client.listEventNames({ site: site.id, limit: 20 }, { signal }),
			client.listMembers({ workspace: workspace.id }, { signal }),
			client.listDestinations({ site: site.id }, { signal }),
		]);
		this.#read = {
			events: names.items.flatMap(({ name, first_seen_at }) => (first_seen_at ? [name] : [])),
			members: members.items.length,
			destinations: destinations.items.length,
		};
	}

	#show(view: SetupView): void {
		this.#view = view;
		rememberSetupView(this.#place.site.id, view);
	}
}
