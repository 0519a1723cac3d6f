// Carries decisions out: displays a prompt, or waits for its delay.
import type { DecisionResponse } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';
import type { DecisionSubject, DelayedEvent, Reply } from '../messages.ts';
import type { FeedbackNotification } from '../notification.ts';
import type { Core } from './interface.ts';
import { isDrawable } from './is-drawable.ts';
import type { Presenter } from './presenter.ts';

type Outcome = Extract<FeedbackNotification, { type: 'reason' }>['reason'];

export type CarryOut = ReturnType<typeof createCarryOut>;

export function createCarryOut(
	core: Core,
	presenter: Presenter,
	/** Keeps a prompt for later; resolves when it is displayed, or not. */
	addDelayed: (about: DelayedEvent, delayMs: number) => Promise<boolean>,
) {
	async function carryOut(
		{ decision, now }: DecisionResponse,
		subject: DecisionSubject,
		isWanted = true,
	): Promise<boolean> {
		const about = toRecord(subject);
		let { reason }: { reason?: Outcome } = toRecord(decision);
		if (!reason) return core.fail('bad_answer', 'No decision.');
		let surveyId: string | undefined;
		let waiting: Promise<boolean> | undefined;
		if (decision.reason === 'displayed') {
			const { display } = decision;
			if (!isDrawable(display)) return core.fail('bad_answer', 'The prompt is incomplete.');
			surveyId = display.prompt.survey_id;
			const { prompt } = display;
			if (about.prefill) prompt.prefill = { ...prompt.prefill, ...about.prefill };
			reason = await presenter.present(display, isWanted && isStillAbout(about, surveyId));
		} else if (decision.reason === 'waiting') {
			surveyId = decision.survey_id;
			if (about.name !== undefined) waiting = addDelayed(about, decision.due - now);
		}
		core.notify({ type: 'reason', reason, event: about.name, surveyId, facts: decision.facts });
		return waiting ?? reason === 'displayed';
	}

	/** If the visitor signed out in the meantime, the prompt belongs to another person. */
	function isStillAbout(about: DecisionSubject, surveyId: string): boolean {
		// Services of earlier releases answer `show` with another prompt, if that waits for the account.
		const isNamed = about.name !== undefined || (about.surveyId ?? surveyId) === surveyId;
		return isNamed && core.readVisitor().visitor === about.owner.visitor;
	}

	return {
		carryOut,
		async applyReply(
			{ error, body }: Reply<DecisionResponse>,
			about: DecisionSubject,
		): Promise<boolean> {
			if (!error) return carryOut(body, about);
			core.notify({ type: 'error', error });
			return false;
		},
	};
}
