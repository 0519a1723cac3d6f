import { expect, it } from 'vitest';

import { renderMessage } from './render-message.ts';

it('lets each text have its own direction', async () => {
	const answers = [
		{ question: 'كيف كان تصدير PDF؟', answer: 'سهل: PDF', isWords: false },
		{ question: 'لماذا؟', answer: 'ملف PDF فارغ!', isWords: true },
	];
	const message = { title: 'Export', answers, facts: [], links: [] };
	const html = await renderMessage(message).html('https://feedback.example.com/u');
	const marked = [...html.matchAll(/<(?:p|blockquote)[^>]* dir="auto">\s*([^<]*?)\s*</g)];
	expect(marked.map(([, text]) => text)).toEqual(
		answers.flatMap(({ question, answer }) => [question, answer]),
	);
});
