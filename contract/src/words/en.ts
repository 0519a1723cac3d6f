import type { PromptWords } from '../wire.ts';

export const en: PromptWords = {
	close: 'Close',
	back: 'Back',
	next: 'Next',
	skip: 'Skip',
	send: 'Send',
	yes: 'Yes',
	no: 'No',
	required: 'Please answer this question.',
	email: 'Enter an email address such as name@example.com.',
	url: 'Enter a web address such as example.com.',
	at_least: 'Choose at least {n}.',
	at_most: 'Choose at most {n}.',
	other: 'Please describe',
	value: '{n} of {total}',
	step: 'Question {n} of {total}',
	left: '{n} characters left',
	opened: 'Feedback:',
	new_tab: 'opens in a new tab',
	thanks: 'Thank you!',
};
