// Shows reserved displays on the page, one at a time, and reports their states to the service.
import { displayPaintSeconds } from '@feedback/contract/shared-limits';
import type { AnswerContext, Display, DisplayRequest } from '@feedback/contract/wire';

import type { DrawHooks, Drawing, PromptOnPage } from '../drawing.ts';
import type { ReleaseReason } from '../notification.ts';
import type { PromptUi } from '../prompt-ui.ts';
import { findFullScreen } from '../ui/find-full-screen.ts';
import { rememberDisplay } from './displays.ts';
import type { Queue } from './drain-queue.ts';
import type { Core } from './interface.ts';
import { keepOpen, takeOpen } from './keep-open.ts';
import { personalize } from './personalize.ts';
import { prepareScreenshots } from './screenshots.ts';
import { streamAnswers } from './stream-answers.ts';

/** Milliseconds within which a reserved display is painted or released. */
const paintWithinMs = displayPaintSeconds * 1_000;

/** The prompt that is on the page or about to be displayed. */
type Current = {
	/** Releases the reservation; once painted, sends the pending answers instead. */
	leave(reason: ReleaseReason): void;
	/** Present once painted. */
	drawing: Drawing | undefined;
	/** Kept for the next page, because this one was left. */
	isKept?: boolean;
};

export type Presenter = ReturnType<typeof startPresenter>;

/** What all copies of the SDK on a page share. They may be of different releases, so changes must be compatible. */
type PageState = {
	current: Current | undefined;
	/** Called whenever a prompt that was blocked may be shown. */
	watchers: Set<() => void>;
	/** Whether the app keeps prompts from appearing, for each copy. */
	holds: Set<() => boolean>;
};

const pageKey = Symbol.for('feedback.page');

export function startPresenter(
	core: Core,
	{ enqueue, send }: Queue,
	readContext: () => AnswerContext | undefined,
) {
	const page = ((window as { [pageKey]?: PageState })[pageKey] ??= {
		current: undefined,
		watchers: new Set(),
		holds: new Set(),
	});
	const { watchers, holds } = page;
	holds.add(() => !!core.settings().isHeld);
	const recheck = () => watchers.forEach((check) => check());

	/** Why no prompt may be shown now. */
	function findBlocker(): 'vetoed' | 'hidden' | undefined {
		if ([...holds].some((isHeld) => isHeld())) return 'vetoed';
		// Nothing can be shown over a video in full screen.
		return document.hidden || !findFullScreen().canContain ? 'hidden' : undefined;
	}

	/** Removes the prompt that is on the page or about to be displayed. */
	function close(): void {
		page.current?.leave('late');
		page.current?.drawing?.close();
		page.current = undefined;
	}

	/**
	 * Paints or releases a display. `wanted`: it was decided for the current visitor. `seq`: the last page displayed it, and
	 * its next answers have this number.
	 */
	async function present(
		display: Display,
		wanted: boolean,
		seq?: number,
	): Promise<'displayed' | ReleaseReason> {
		let released: ReleaseReason | undefined;
		/** Releases the reservation, once; returns the first reason. */
		const release = (reason: ReleaseReason) => {
			if (!released && !seq) reportState(display, 'released', { reason });
			if (page.current === mine) page.current = undefined;
			return (released ??= reason);
		};
		const mine: Current = { leave: release, drawing: undefined };
		if (!wanted) return release('late');
		if (page.current) return release('busy');
		page.current = mine;
		try {
			let timer;
			const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, paintWithinMs)));
			const until = Date.now() + paintWithinMs;
			const ui = await Promise.race([prepare(display), late]);
			// A pending timer would keep the prompt in memory.
			clearTimeout(timer);
			// The timers of a frozen page stand still, but its reservation ends.
			if (!ui || Date.now() > until) release(findBlocker() ?? 'late');
			else if (ui === 'vetoed') release(ui);
			else if (!released) paint(display, mine, ui, seq);
		} catch (cause) {
			// Not every page has a place for an inline prompt.
			if (!seq) core.fail('ui_failed', 'Failed.', { cause });
			release('blocked');
		}
		recheck();
		return released ?? 'displayed';
	}

	/** Resolves to the prompt UI once a prompt may be shown. */
	async function prepare(display: Display): Promise<PromptUi | 'vetoed'> {
		const prompt: PromptOnPage = display.prompt;
		const loading = core.settings().load();
		await personalize(core, prompt);
		await prepareScreenshots(core, display);
		const ui = await (await loading).prepare(core.settings(), prompt);
		await whenClear();
		return (await core.settings().beforeShow?.(prompt)) === false ? 'vetoed' : ui;
	}

	function whenClear(): Promise<void> {
		return new Promise((resolve) => {
			const check = () => {
				if (findBlocker()) return;
				watchers.delete(check);
				resolve();
			};
			watchers.add(check);
			check();
		});
	}

	function paint(display: Display, mine: Current, { draw }: PromptUi, seq?: number): void {
		const { id } = display;
		const prompt: PromptOnPage = display.prompt;
		const about = { surveyId: prompt.survey_id, displayId: id };
		const site = core.settings().siteId;
		const answers = streamAnswers({ display, site, readContext, enqueue, send, seq });
		let ended = false;
		const hooks: DrawHooks = {
			onAnswer(given, final) {
				if (ended) return;
				ended = final;
				prompt.answers = given;
				answers.add(given, final);
				if (final) core.notify({ type: 'answered', answers: given, ...about });
			},
			onDismiss() {
				if (ended) return;
				ended = true;
				answers.flush();
				reportState(display, 'dismissed');
				core.notify({ type: 'dismissed', ...about });
			},
			onPostpone(days) {
				if (prompt.answers) return hooks.onDismiss();
				if (ended) return;
				ended = true;
				answers.flush();
				reportState(display, 'postponed', { days });
				core.notify({ type: 'postponed', days, ...about });
			},
			onClosed() {
				answers.flush();
				if (page.current === mine) page.current = undefined;
				recheck();
			},
		};
		mine.drawing = draw(prompt, hooks, { debug: core.settings().debug });
		mine.leave = (reason) => {
			answers.flush();
			mine.isKept = reason === 'hidden' && !!prompt.answers && !ended && !seq;
			if (mine.isKept) keepOpen(core, display, prompt.answers!, answers.next());
		};
		if (seq) return core.notify({ type: 'resumed', ...about });
		// After the frame that shows it, so as not to delay it.
		answers.begin(() => {
			reportState(display, 'displayed');
			rememberDisplay(core, prompt.survey_id);
		});
		core.notify({ type: 'displayed', ...about });
	}

	/** Goes on with the prompt that was open when the visitor left the last page. */
	function resume(): void {
		const kept = takeOpen(core);
		if (kept) void present(kept.display, true, kept.seq);
	}

	function reportState(
		{ id, secret }: Display,
		state: DisplayRequest['state'],
		more?: Pick<DisplayRequest, 'reason' | 'days'>,
	): void {
		const body = { site: core.settings().siteId, display: id, secret, state, ...more };
		void send(`${id}:${state}`, { route: 'display', body });
	}

	for (const type of ['visibilitychange', 'fullscreenchange']) {
		document.addEventListener(type, recheck);
	}
	addEventListener('pagehide', () => page.current?.leave('hidden'));
	// Back on a page that the browser had kept: the prompt goes on here, unless the next page has taken it.
	addEventListener('pageshow', ({ persisted }) => {
		if (persisted && page.current?.isKept && !takeOpen(core)) close();
	});
	resume();
	return { present, close, recheck, watchers, isBlocked: () => !!page.current || !!findBlocker() };
}
