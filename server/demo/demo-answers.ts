import { createHash, timingSafeEqual } from 'node:crypto';

import type { KeptMessage } from '../stack/sign-in-part.ts';
import { mailboxPage } from './mailbox-page.ts';

/** Secrets that a demo's stack serves under `/local/`, only to holders of its key. */
export type DemoSecrets = {
	/** The secret of the printed link. */
	key: string;
	/** Credentials of the demo person; undefined when the demo could not be set up. */
	person?: { email: string; password: string } | undefined;
	/** Reads the messages that would have been sent, newest first. */
	readMessages: () => readonly KeptMessage[];
};

/**
 * Responds to a demo's address; undefined without the key, as for any address that does not exist. Only the key of a
 * request counts, because behind a proxy its headers and its peer can be anything.
 */
export function answerDemo(demo: DemoSecrets, { pathname, searchParams }: URL): unknown {
	if (!isKey(searchParams.get('key') ?? '', demo.key)) return undefined;
	if (pathname === '/local/demo') return demo.person;
	if (pathname === '/local/mail') return demo.readMessages();
	if (pathname === '/local/mailbox') return mailboxPage(demo.readMessages());
	return undefined;
}

/** Address of the page with the e-mails of the demo. */
export function mailboxLink(gatewayUrl: string, key: string): string {
	return `${gatewayUrl}/local/mailbox?key=${key}`;
}

/** Address at which the dashboard offers to sign in as the demo person. The fragment never leaves the browser. */
export function demoLink(dashboardUrl: string, key: string): string {
	return `${dashboardUrl}/#demo=${key}`;
}

function isKey(given: string, key: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(hash(given), hash(key));
}
