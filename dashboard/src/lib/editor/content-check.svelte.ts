import type { Fault, Prompt } from '@feedback/contract';

import type { FaultPath } from './fault-place.ts';
import { checkContent, mayBeMisspelt } from './find-faults.ts';
import type { PromptContent } from './prompt-content.ts';

export type CopyFault = Fault & { /** The word that was probably meant. */ suggestion?: string };

type Suggest = (content: unknown, fault: Fault) => string | undefined;

/** What the contract's own parser says of something that somebody types. */
export class ContentCheck {
	readonly #read: () => PromptContent;
	readonly #checked = $derived.by(() => checkContent($state.snapshot(this.#read())));
	/** In the command's words. */
	readonly faults: CopyFault[] = $derived.by(() => this.#suggest(this.#checked.faults));
	/** What is typed, when it is valid. */
	readonly prompt: Prompt | undefined = $derived.by(() => this.#checked.prompt);
	#suggestion: Suggest | undefined = $state.raw();

	constructor(read: () => PromptContent) {
		this.#read = read;
	}

	/** The faults at a path; `deep` takes those further in, too. */
	faultsAt(path: FaultPath, deep: boolean): CopyFault[] {
		return this.faults.filter(
			(fault) =>
				(deep ? fault.path.length >= path.length : fault.path.length === path.length) &&
				path.every((part, index) => String(part) === String(fault.path[index])),
		);
	}

	#suggest(faults: Fault[]): CopyFault[] {
		if (!faults.some(mayBeMisspelt)) return faults;
		const suggest = this.#suggestion;
		if (!suggest) {
			// It wants the whole JSON schema, and few faults are misspelt words.
			void import('@feedback/contract/suggestion').then(
				({ suggestFix }) => (this.#suggestion = suggestFix),
			);
			return faults;
		}
		const content = $state.snapshot(this.#read());
		return faults.map((fault) => {
			const suggestion = mayBeMisspelt(fault) ? suggest(content, fault) : undefined;
			return { ...fault, ...(suggestion !== undefined && { suggestion }) };
		});
	}
}
