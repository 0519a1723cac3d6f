import type { QuestionToDraw, PromptWords } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';
import type { Control } from './controls/control.ts';
import { element, setAttributes } from './element.ts';
import { arrow, check, icon } from './icons.ts';
import { fill } from './fill.ts';

/** One question in the panel. */
export type Screen = {
	root: HTMLElement;
	/** Moves the focus to where the visitor answers. */
	focus(): void;
	/** Shows an error beside the answer, and moves the focus there. */
	blame(fault: string): void;
};

type Asked = {
	question: QuestionToDraw;
	control: Control;
	words: PromptWords;
	/** Whether the question is marked as required. */
	marked: boolean;
	/** Label of the button that continues, for the current answer. */
	goLabel(): string;
	proceed(): void;
	/** Left out on the first question. */
	back?: () => void;
};

export function drawQuestion(asked: Asked): Screen {
	const { question, control, words } = asked;
	const fault = element('p', { id: 'fault', class: 'fault', part: 'error' });
	const go = element('button', { type: 'button' });
	const help = [question.help, control.hint].filter(Boolean).join(' ');
	setAttributes(control.named ?? control.root, {
		'aria-labelledby': 'title',
		'aria-describedby': 'help fault',
		'aria-required': question.required && control.named?.getAttribute('role') !== 'group' && 'true',
	});
	const back =
		asked.back &&
		element('button', { type: 'button', class: 'back', part: 'back' }, icon(arrow), words.back);
	back?.addEventListener('click', asked.back!);
	go.addEventListener('click', asked.proceed);
	const root = element(
		'div',
		{ class: 'scroll' },
		element(
			'div',
			{ class: 'ask' },
			drawTitle(question.title, asked.marked),
			help && element('p', { id: 'help', class: 'help', part: 'help' }, help),
			element('div', { class: 'control' }, control.root, fault),
		),
		element('div', { class: 'foot' }, back, go, control.link),
	);
	const refresh = () => {
		fault.textContent = '';
		if (control.named) setAttributes(control.named, { 'aria-invalid': undefined });
		go.textContent = asked.goLabel();
		const quiet = control.link || go.textContent === words.skip;
		setAttributes(go, { class: quiet ? 'quiet' : 'button', part: quiet ? 'skip' : 'button' });
	};
	root.addEventListener('input', refresh);
	refresh();
	const focus = () => {
		const fields = control.root.querySelectorAll<HTMLElement>('input,textarea');
		const first =
			[...fields].find((field) => field.matches(':checked')) ?? fields[0] ?? control.link ?? go;
		first.focus({ preventScroll: true });
	};
	return {
		root,
		focus,
		blame(words) {
			fault.textContent = words;
			if (control.named) setAttributes(control.named, { 'aria-invalid': 'true' });
			focus();
			fault.scrollIntoView(toRecord<ScrollIntoViewOptions>({ block: 'nearest' }));
		},
	};
}

function drawTitle(title: string, marked?: boolean): HTMLElement {
	const star = marked && element('span', { class: 'star', 'aria-hidden': 'true' }, '\u00a0*');
	return element('h2', { id: 'title', part: 'title' }, title, star);
}

export function drawThanks(title: string, text: string | undefined): HTMLElement {
	return element(
		'div',
		{ class: 'scroll thanks', part: 'thanks' },
		element('span', { class: 'done' }, icon(check)),
		drawTitle(title),
		text !== undefined && element('p', { class: 'help' }, text),
	);
}

/** A short bar for each question, announced as one image; the bars of earlier questions are filled. */
export function drawSteps(at: number, total: number, words: PromptWords): HTMLElement {
	const name = fill(words.step, at + 1, total);
	const steps = element('div', {
		class: 'steps',
		part: 'progress',
		role: 'img',
		'aria-label': name,
	});
	for (let step = 0; step < total; step++) {
		steps.append(element('span', { class: step <= at && 'past' }));
	}
	return steps;
}
