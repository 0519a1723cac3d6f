// What a site can have stored with its answers: where the session came from, the window and the app. Only sites that
// have switched it on load this file.
import type { AnswerContext, AnswerContextKind } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';
import type { Core } from '../later/interface.ts';
import type { AnswerContextSource } from './interface.ts';

export function startContext({ read, readVisitor, settings, write }: Core): AnswerContextSource {
	const readSource = () => toRecord(read('source', 'sessionStorage'));
	/** Whether the site wants it, by the last response. */
	const wants = (kind: AnswerContextKind) =>
		[toRecord(read('page'))['context']].flat().includes(kind);

	/**
	 * Remembers where the session came from, because later pages do not know it. Nothing is read, and nothing stored, unless
	 * the site wants it.
	 */
	function note(): void {
		const isWanted = wants('referrer') || wants('utm');
		const { session } = readVisitor();
		if (isWanted && readSource()['session'] === session) return;
		write('source', isWanted ? { session, ...findSource() } : undefined, 'sessionStorage');
	}

	function readContext(): AnswerContext | undefined {
		const { session: _, referrer, ...utms } = readSource();
		const context = {
			...(wants('referrer') && { referrer }),
			...(wants('utm') && utms),
			...(wants('viewport') && { viewport_width: innerWidth, viewport_height: innerHeight }),
			...(wants('app_version') && { app_version: settings().appVersion }),
		};
		return Object.keys(context).length ? (context as AnswerContext) : undefined;
	}

	return { note, read: readContext };
}

/** The host of the page that led here, unless it is the app's own, and the UTM parameters of the address. */
function findSource(): object | undefined {
	try {
		const { host } = new URL(document.referrer || location.href);
		// Apps may have changed the address since the page was opened.
		const opened = performance.getEntriesByType('navigation')[0]?.name ?? location.href;
		const parameters = [...new URL(opened).searchParams];
		return {
			...(host !== location.host && { referrer: host }),
			...Object.fromEntries(parameters.filter(([name]) => name.startsWith('utm_'))),
		};
	} catch {
		// Pages can replace what this reads.
		return;
	}
}
