import { createHash, timingSafeEqual } from 'node:crypto';

import type { KeptMessage } from '../stack/sign-in-part.ts';
import { mailboxPage } from './mailbox-page.ts';

/** What a stack that was started as a demo hands out under `/local/`, for its key alone. */
export type DemoSecrets = {
	/** The secret of the printed link. */
	key: string;
	/** Credentials of the demo person; undefined when the demo could not be set up. */
	person?: { email: string; password: string } | undefined;
	/** What would have been mailed, the newest first. */
	readMessages: () => readonly KeptMessage[];
};

/**
 * What a demo answers at an address; undefined without the key, as at any address that does not exist. Nothing
 * else about a request counts: its headers and its peer are whatever a proxy makes of them.
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
