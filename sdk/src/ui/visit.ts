import type { PromptToDraw, QuestionToDraw, PromptWords } from '@feedback/contract/wire';

import type { DrawHooks } from '../drawing.ts';
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
export type Visit = {
	prompt: PromptToDraw;
	questions: QuestionToDraw[];
	hooks: DrawHooks;
	flow: Flow;
	panel: Panel;
	words: PromptWords;
	isOpen: boolean;
	/** Takes the answer as it stands and goes on. */
	proceed(): void;
	/** Brings the prompt onto the page; `hooks` are called from here on. */
	enter(attach: AttachPanel, hooks: DrawHooks): void;
	/** Takes the prompt off the page. */
	leave(onClosed?: () => void): void;
	/** The visitor closed the prompt. */
	dismiss(): void;
	log(...step: unknown[]): void;
};

/** A visit that nobody sees yet: its panel is drawn apart from the page. */
export function openVisit(
	prompt: PromptToDraw,
	words: PromptWords,
	log: Visit['log'],
	sheets: Sheets,
): Visit {
	const questions = prompt.questions.map(mixOptions);
	const panel = makePanel(prompt, words, sheets);
	let detach: ReturnType<AttachPanel>;
	const visit: Visit = {
		prompt,
		questions,
		hooks: undefined!,
		flow: createFlow(questions),
		panel,
		words,
		isOpen: false,
		proceed() {},
		enter(attach, hooks) {
			visit.hooks = hooks;
			detach = attach(panel, prompt.appearance, {
				onKey: (event) => handleKey(visit, event),
				onLost: visit.dismiss,
			});
			visit.isOpen = true;
			panel.endEntrance();
		},
		leave(onClosed) {
			if (!visit.isOpen) return;
			visit.isOpen = false;
			log('prompt leaves', prompt.survey_id);
			detach(onClosed);
		},
		dismiss() {
			if (visit.isOpen && visit.flow.question()) visit.hooks.onDismiss();
			visit.leave(visit.hooks.onClosed);
		},
		log,
	};
	panel.close.addEventListener('click', visit.dismiss);
	return visit;
}

function handleKey(visit: Visit, event: KeyboardEvent): void {
	const { tagName } = event.composedPath()[0] as Element;
	const sends = tagName === 'TEXTAREA' ? event.ctrlKey || event.metaKey : tagName === 'INPUT';
	const isEscape = event.key === 'Escape';
	if (!isEscape && !(event.key === 'Enter' && sends)) return;
	event.preventDefault();
	if (event.repeat) return;
	if (isEscape) visit.dismiss();
	else visit.proceed();
}

/** Draws the question that the visitor has come to. */
export function ask(visit: Visit): Screen {
	const { flow, questions, panel, words } = visit;
	const question = flow.question()!;
	visit.log('question', question.id);
	const proceed = () => visit.proceed();
	const control = drawControl(question, { earlier: flow.earlier(), words, proceed });
	const mixed = questions.some(({ required }) => required !== questions[0]!.required);
	const screen = drawQuestion({
		question,
		control,
		words,
		marked: mixed && question.required && question.type !== 'message',
		goLabel: () => labelGo(visit, question, control),
		proceed,
		back: flow.canGoBack()
			? () => {
					flow.back();
					ask(visit).focus();
				}
			: undefined,
	});
	visit.proceed = () => takeAnswer(visit, question, control, screen);
	if (control.related) panel.relate();
	panel.show(questions.length > 1 && drawSteps(flow.at(), questions.length, words), screen.root);
	return screen;
}

function takeAnswer(
	visit: Visit,
	question: QuestionToDraw,
	control: Control,
	screen: Screen,
): void {
	const { flow, hooks, words } = visit;
	const answer = control.read();
	const missing = question.required && isSkipped(answer);
	const fault = missing ? words.required : control.check?.();
	if (fault) return screen.blame(fault);
	flow.answer(answer);
	const final = !flow.question();
	hooks.onAnswer(flow.answers(), final);
	// The hook may have closed the prompt.
	if (!visit.isOpen) return;
	if (final) thank(visit);
	else ask(visit).focus();
}

/** Draws the thank-you, when there is something to be thankful for. */
export function thank(visit: Visit): void {
	const { prompt, questions, flow, panel, words, hooks } = visit;
	visit.proceed = () => {};
	const given = flow.answers();
	const said = questions.some(({ id, type }) => type !== 'message' && !isSkipped(given[id]));
	const thanks = prompt.thank_you ?? (said ? { title: words.thanks } : undefined);
	if (!thanks) return visit.leave(hooks.onClosed);
	panel.show(drawThanks(thanks.title, thanks.text));
	panel.announce(`${thanks.title} ${thanks.text ?? ''}`);
	panel.close.focus({ preventScroll: true });
	// Closing an inline one would shift what the visitor reads.
	if (prompt.appearance.position !== 'inline') closeWhenIdle(panel.box, visit.dismiss);
}

function mixOptions(question: QuestionToDraw): QuestionToDraw {
	return 'randomize' in question && question.randomize
		? { ...question, options: shuffle(question.options) }
		: question;
}

function labelGo({ flow, words }: Visit, question: QuestionToDraw, control: Control): string {
	if (control.go) return control.go;
	const answer = control.read();
	const ends = flow.endsWith(answer);
	if (question.type === 'message') return ends ? words.close : words.next;
	if (!question.required && answer === null) return words.skip;
	return ends ? words.send : words.next;
}
