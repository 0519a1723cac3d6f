import type { Element } from 'hast';

import { attribute, element, findAll, findOne, hasClass, text, textOf } from './tree.ts';

/** A code frame as `<pre>` with its language and title; marked lines become a diff. */
export function codeBlock(node: Element): Element[] {
	return findAll(node, (child) => hasClass(child, 'frame')).map((frame) => {
		const lines = findAll(frame, (child) => hasClass(child, 'ec-line'));
		const marked = lines.some((line) => hasClass(line, 'ins') || hasClass(line, 'del'));
		const pre = findOne(frame, (child) => child.tagName === 'pre');
		const title = findOne(frame, (child) => hasClass(child, 'title'));
		const language = (pre && attribute(pre, 'dataLanguage')) ?? 'text';
		return element('pre', [text(lines.map((line) => lineText(line, marked)).join('\n'))], {
			dataLanguage: marked ? 'diff' : language,
			dataTitle: title ? textOf(title).trim() : '',
		});
	});
}

function lineText(line: Element, marked: boolean): string {
	const code = findOne(line, (child) => hasClass(child, 'code'));
	const words = code ? textOf(code).replace(/\n$/, '') : '';
	if (!marked) return words;
	return `${hasClass(line, 'ins') ? '+' : hasClass(line, 'del') ? '-' : ' '}${words}`;
}
