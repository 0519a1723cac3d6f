// What a site can have stored with its answers: where the session came from, the window and the app.
import { answerContextText } from '@feedback/contract/shared-limits';
import type { AnswerContext, AnswerContextKind } from '@feedback/contract/wire';

import { toRecord } from '../json.ts';
import type { Core } from './interface.ts';

const utm = ['source', 'medium', 'campaign', 'term', 'content'] as const;

export function createAnswerContext(core: Core) {
	/** What the site wants, by the last response. */
	const wants = (kind: AnswerContextKind) =>
		[toRecord(core.read('page'))['context']].flat().includes(kind);

	/**
	 * Remembers where the session came from, because later pages do not know it. Nothing is read, and nothing stored, unless
	 * the site wants it.
	 */
	function note(): void {
		if (!wants('referrer') && !wants('utm'))
			return core.write('source', undefined, 'sessionStorage');
		const { session } = core.readVisitor();
		if (toRecord(core.read('source', 'sessionStorage'))['session'] === session) return;
		core.write('source', { session, ...readSource() }, 'sessionStorage');
	}

	function read(): AnswerContext | undefined {
		const { session: _, referrer, ...utms } = toRecord(core.read('source', 'sessionStorage'));
		const version = core.settings().appVersion;
		const context = {
			...(wants('referrer') && { referrer }),
			...(wants('utm') && utms),
			...(wants('viewport') && { viewport_width: innerWidth, viewport_height: innerHeight }),
			...(wants('app_version') && version !== undefined && { app_version: cut(`${version}`) }),
		};
		return Object.keys(context).length ? (context as AnswerContext) : undefined;
	}

	note();
	return { note, read };
}

function readSource(): object {
	try {
		return { referrer: readReferrer(), ...readUtm() };
	} catch {
		// Pages can replace what this reads.
		return {};
	}
}

/** The host of the page that led here; undefined if it is the app's own. */
function readReferrer(): string | undefined {
	const { host } = document.referrer ? new URL(document.referrer) : location;
	return host === location.host ? undefined : host;
}

/** The UTM parameters with which the page was opened: apps may have changed its address since. */
function readUtm(): Record<string, string> {
	const opened = performance.getEntriesByType('navigation')[0]?.name ?? '';
	const { searchParams } = new URL(/^https?:/.test(opened) ? opened : location.href);
	return Object.fromEntries(
		utm.flatMap((name) => {
			const value = searchParams.get(`utm_${name}`);
			return value ? [[`utm_${name}`, cut(value)]] : [];
		}),
	);
}

/** Whole characters only: the service refuses half of one. */
const cut = (text: string) =>
	[...text.slice(0, answerContextText)].filter((one) => !/^[\ud800-\udfff]$/.test(one)).join('');
