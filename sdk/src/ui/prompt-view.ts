import type { PromptToDraw, QuestionToDraw, PromptWords } from '@feedback/contract/wire';

import type { Answers, DrawHooks, PromptOnPage } from '../drawing.ts';
import { toRecord } from '../json.ts';
import type { OfferAskLater } from './ask-later.ts';
import { isSkipped } from './branching.ts';
import { shuffle } from './controls/choices.ts';
import type { Control } from './controls/control.ts';
import { drawControl } from './controls/draw-control.ts';
import { createFlow, type Flow } from './flow.ts';
import { closeWhenIdle } from './close-when-idle.ts';
import { makePanel, type Panel } from './panel.ts';
import { drawQuestion, drawSteps, drawThanks, type Screen } from './screen.ts';
import type { Sheets } from './sheets.ts';
import type { AttachPanel } from './attach-to-page.ts';

/** One prompt on the page, from opening to closing. */
export type PromptView = {
	prompt: PromptToDraw;
	questions: QuestionToDraw[];
	hooks: DrawHooks;
	flow: Flow;
	panel: Panel;
	words: PromptWords;
	isOpen: boolean;
	/** Takes the current answer and continues. */
	proceed(): void;
	/** Handles a key for the current question; `true` if the prompt shall not. */
	onKey: Control['onKey'];
	/** Attaches the prompt to the page; from then on, `hooks` are called. */
	enter(attach: AttachPanel, hooks: DrawHooks): void;
	/** Removes the prompt from the page. */
	leave(onClosed?: () => void): void;
	/** The visitor closed the prompt. */
	dismiss(): void;
	/** Present if the prompt offers it. */
	offerAskLater: OfferAskLater | undefined;
	log(...step: unknown[]): void;
};

/** Creates a view that is not on the page yet. */
export function createPromptView(
	prompt: PromptOnPage,
	words: PromptWords,
	log: PromptView['log'],
	sheets: Sheets,
	offerAskLater?: OfferAskLater,
): PromptView {
	const questions = prompt.questions.map(mixOptions);
	const panel = makePanel(prompt, words, sheets);
	let detach: ReturnType<AttachPanel>;
	const view: PromptView = {
		prompt,
		questions,
		hooks: undefined!,
		flow: createFlow(questions, toRecord(prompt.answers) as Answers),
		panel,
		words,
		isOpen: false,
		proceed() {},
		onKey: undefined,
		enter(attach, hooks) {
			view.hooks = hooks;
			detach = attach(panel, prompt.appearance, {
				onKey: (event) => handleKey(view, event),
				onLost: view.dismiss,
			});
			view.isOpen = true;
			panel.endEntrance();
		},
		leave(onClosed) {
			if (!view.isOpen) return;
			view.isOpen = false;
			log('prompt leaves', prompt.survey_id);
			detach(onClosed);
		},
		dismiss() {
			if (view.isOpen && view.flow.question()) view.hooks.onDismiss();
			view.leave(view.hooks.onClosed);
		},
		offerAskLater,
		log,
	};
	panel.close.addEventListener('click', view.dismiss);
	return view;
}

function handleKey(view: PromptView, event: KeyboardEvent): void {
	if (view.onKey?.(event)) return;
	const { tagName } = event.composedPath()[0] as Element;
	const sends = tagName === 'TEXTAREA' ? event.ctrlKey || event.metaKey : tagName === 'INPUT';
	const isEscape = event.key === 'Escape';
	if (!isEscape && !(event.key === 'Enter' && sends)) return;
	event.preventDefault();
	if (event.repeat) return;
	if (isEscape) view.dismiss();
	else view.proceed();
}

/** Draws the current question. */
export function ask(view: PromptView): Screen {
	const { flow, questions, panel, words } = view;
	const question = flow.question()!;
	view.log('question', question.id);
	const proceed = () => view.proceed();
	const control = toRecord(drawControl(question, { earlier: flow.earlier(), words, proceed }));
	const mixed = questions.some(({ required }) => required !== questions[0]!.required);
	const screen = drawQuestion({
		question,
		control,
		words,
		marked: mixed && question.required && question.type !== 'message',
		goLabel: () => labelGo(view, question, control),
		proceed,
		back: flow.at()
			? () => {
					flow.back();
					ask(view).focus();
				}
			: undefined,
	});
	view.proceed = () => takeAnswer(view, question, control, screen);
	view.onKey = control.onKey;
	if (control.related) panel.relate();
	panel.show(questions.length > 1 && drawSteps(flow.at(), questions.length, words), screen.root);
	view.offerAskLater?.(view, screen);
	return screen;
}

function takeAnswer(
	view: PromptView,
	question: QuestionToDraw,
	control: Control,
	screen: Screen,
): void {
	const { flow, hooks, words } = view;
	const answer = control.read();
	const missing = question.required && isSkipped(answer);
	const error = missing ? words.required : control.check?.();
	if (error) return screen.blame(error);
	flow.answer(answer);
	const final = !flow.question();
	hooks.onAnswer(flow.answers(), final);
	// The hook may have closed the prompt.
	if (!view.isOpen) return;
	if (final) thank(view);
	else ask(view).focus();
}

/** Draws the thank-you screen, or closes the prompt if it has none and nothing was answered. */
export function thank(view: PromptView): void {
	const { prompt, questions, flow, panel, words, hooks } = view;
	view.proceed = () => {};
	const given = flow.answers();
	const said = questions.some(({ id, type }) => type !== 'message' && !isSkipped(given[id]));
	const thanks = prompt.thank_you ?? (said ? { title: words.thanks, text: undefined } : undefined);
	if (!thanks) return view.leave(hooks.onClosed);
	panel.show(drawThanks(thanks.title, thanks.text));
	panel.announce(`${thanks.title} ${thanks.text ?? ''}`);
	panel.close.focus({ preventScroll: true });
	// Closing an inline prompt would shift the content that the visitor is reading.
	if (prompt.appearance.position !== 'inline') closeWhenIdle(panel.box, view.dismiss);
}

function mixOptions(question: QuestionToDraw): QuestionToDraw {
	return 'randomize' in question && question.randomize
		? toRecord({ ...question, options: shuffle(question.options) })
		: question;
}

function labelGo({ flow, words }: PromptView, question: QuestionToDraw, control: Control): string {
	if (control.go) return control.go;
	const answer = control.read();
	const ends = flow.endsWith(answer);
	if (question.type === 'message') return ends ? words.close : words.next;
	if (!question.required && answer === null) return words.skip;
	return ends ? words.send : words.next;
}
