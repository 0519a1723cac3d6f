import { idlePollSeconds } from '@feedback/contract/shared-limits';
import type { DecisionResponse, PollResponse } from '@feedback/contract/wire';

import type { Owner, Reply } from '../messages.ts';
import type { CarryOut } from './carry-out.ts';
import type { Core } from './interface.ts';
import type { Presenter } from './presenter.ts';

const pollMs = idlePollSeconds * 1_000;

/** Not only `setTimeout`: frameworks such as Angular consider a page busy while such a timer repeats. */
function startTimer(): AbortSignal {
	if ('timeout' in AbortSignal) return AbortSignal.timeout(pollMs);
	const controller = new AbortController();
	setTimeout(() => controller.abort(), pollMs);
	return controller.signal;
}

/** Polls for a prompt that waits for the account while the page is idle. */
export function startPolling(
	{ call, readVisitor }: Core,
	{ isBlocked }: Presenter,
	{ applyReply }: CarryOut,
) {
	let current: AbortSignal | undefined;

	function pollLater(owner: Owner, id: string | undefined): void {
		current = undefined;
		if (!id) return;
		const signal = (current = startTimer());
		signal.onabort = async () => {
			// Polling may have started for another visitor in the meantime.
			if (signal !== current) return;
			if (isBlocked()) return pollLater(owner, id);
			const reply = await call<PollResponse>('poll', owner, { id }, true);
			if (signal === current) pollLater(owner, reply.retry ? id : reply.body?.poll);
			if (reply.body?.decision) void applyReply(reply as Reply<DecisionResponse>, { owner });
		};
	}

	function poll(owner: Owner, id: string | undefined): void {
		// The visitor may have changed before the response or this file arrived. Asked only here: it keeps the session
		// alive, which an idle page must not.
		if (owner.visitor === readVisitor().visitor) pollLater(owner, id);
	}

	return { poll, stop: () => void (current = undefined) };
}
