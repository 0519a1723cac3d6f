// Loads the file of what is done after a decision.
import type { Core, Later, LaterModule } from './later/interface.ts';

let core: Core;
/** Loads it once; after a failure, the next call tries again. */
export let loadLaterModule: () => Promise<LaterModule>;
/** Present once it has been started. */
export let later: Later | undefined;

export function connectLater(load: typeof loadLaterModule, offered: Core): void {
	loadLaterModule = load;
	core = offered;
}

export async function loadLater(): Promise<Later> {
	const { startLater } = await loadLaterModule();
	return (later ??= startLater(core));
}
