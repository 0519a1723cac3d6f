import type { PromptWords } from '../wire.ts';

export const de: PromptWords = {
	close: 'Schließen',
	back: 'Zurück',
	next: 'Weiter',
	skip: 'Überspringen',
	send: 'Senden',
	yes: 'Ja',
	no: 'Nein',
	required: 'Bitte beantworten Sie diese Frage.',
	email: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
	url: 'Geben Sie eine Webadresse ein, etwa example.com.',
	at_least: 'Wählen Sie mindestens {n}.',
	at_most: 'Wählen Sie höchstens {n}.',
	other: 'Bitte beschreiben',
	value: '{n} von {total}',
	step: 'Frage {n} von {total}',
	left: 'Noch {n} Zeichen',
	opened: 'Feedback:',
	new_tab: 'öffnet in einem neuen Tab',
	thanks: 'Vielen Dank!',
};
