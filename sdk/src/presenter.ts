// Brings reserved displays onto the page, one at a time, and tells the service what became of them.
import type { Display, DisplayRequest, PromptToDraw } from '@feedback/contract/wire';

import type { DrawHooks, Drawing } from './drawing.ts';
import type { ReleaseReason } from './notification.ts';
import { fail, notify } from './notify.ts';
import { deliver, keep } from './outbox.ts';
import { type PromptUi, settings } from './settings.ts';
import { rememberDisplay } from './visitor.ts';

/** Milliseconds within which a reserved display is painted or released. */
const paintWithin = 30_000;

/** The prompt on the page, or about to be. */
type Current = {
	/** Gives the reservation back; once painted, sends the answers that wait instead. */
	leave(reason: ReleaseReason): void;
	/** Present once painted. */
	drawing?: Drawing;
};

let held = false;
let current: Current | undefined;
/** Called whenever something may have moved out of the way of a prompt. */
export const watchers = new Set<() => void>();
const wake = () => watchers.forEach((check) => check());

export function startPresenter(): void {
	document.addEventListener('visibilitychange', wake);
	addEventListener('pagehide', () => current?.leave('hidden'));
}

export function hold(on: boolean): void {
	held = on;
	wake();
}

export function isBusy(): boolean {
	return !!current;
}

/** What stands in the way of a prompt. */
export function findBlocker(): 'vetoed' | 'hidden' | undefined {
	return held ? 'vetoed' : document.hidden ? 'hidden' : undefined;
}

/** Takes away what is on the page or about to be. */
export function clearPage(): void {
	current?.leave('late');
	current?.drawing?.close();
	current = undefined;
}

/** Paints or releases. `wanted`: it was decided for whoever uses the page now. */
export async function present(
	display: Display,
	wanted: boolean,
): Promise<'displayed' | ReleaseReason> {
	let left: ReleaseReason | undefined;
	/** Gives the reservation back, once; returns why that happened first. */
	const release = (reason: ReleaseReason) => {
		if (!left) tell(display, 'released', reason);
		if (current === mine) current = undefined;
		return (left ??= reason);
	};
	const mine: Current = { leave: release };
	if (!wanted) return release('late');
	if (current) return release('busy');
	current = mine;
	try {
		let timer;
		const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, paintWithin)));
		const ui = await Promise.race([prepare(display.prompt), late]);
		// Until it fires it would keep the prompt in memory.
		clearTimeout(timer);
		if (!ui) release(findBlocker() ?? 'late');
		else if (ui === 'vetoed') release(ui);
		else if (!left) paint(display, mine, ui);
	} catch (cause) {
		fail('ui_failed', 'The UI failed.', { cause });
		release('blocked');
	}
	wake();
	return left ?? 'displayed';
}

/** The prompt UI, once nothing stands in the way. */
async function prepare(prompt: PromptToDraw): Promise<PromptUi | 'vetoed'> {
	const ui = await (await settings.load()).prepare(settings, prompt);
	await whenClear();
	return (await settings.beforeShow?.(prompt)) === false ? 'vetoed' : ui;
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

function paint(display: Display, mine: Current, { draw, streamAnswers }: PromptUi): void {
	const { id, prompt } = display;
	const about = { surveyId: prompt.survey_id, displayId: id };
	const { add, send, begin } = streamAnswers(display, settings.siteId, keep, deliver);
	let ended = false;
	const hooks: DrawHooks = {
		onAnswer(answers, final) {
			if (ended) return;
			ended = final;
			add(answers, final);
			if (final) notify({ type: 'answered', answers, ...about });
		},
		onDismiss() {
			if (ended) return;
			ended = true;
			send();
			tell(display, 'dismissed');
			notify({ type: 'dismissed', ...about });
		},
		onClosed() {
			send();
			if (current === mine) current = undefined;
			wake();
		},
	};
	mine.drawing = draw(prompt, hooks, { debug: settings.debug });
	mine.leave = send;
	// What the frame that shows it need not wait for.
	begin(() => {
		tell(display, 'displayed');
		rememberDisplay(prompt.survey_id);
	});
	notify({ type: 'displayed', ...about });
}

function tell(
	{ id, secret }: Display,
	state: DisplayRequest['state'],
	reason?: ReleaseReason,
): void {
	const body = { site: settings.siteId, display: id, secret, state, reason };
	void deliver(`${id}:${state}`, { route: 'display', body });
}
