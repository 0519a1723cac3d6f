import type { MessagePort } from 'node:worker_threads';

import { layout } from '#layout';
import { type SupervisedThread, superviseThread } from '../threads/supervise-thread.ts';
import type { ThreadSettings } from '../threads/thread-settings.ts';
import type { IdentityOptions, MailMessage, MailServer } from './identity-options.ts';
import type { Mailbox } from './mailbox.ts';

/** Options of the identity service that a thread can receive. */
export type ThreadedIdentity = Omit<IdentityOptions, 'mail' | 'log'> & {
	/** `mailbox` for messages that are not sent. */
	mail?: MailServer | 'mailbox' | undefined;
	/** Whether keys that were encrypted with a lost secret are replaced, which ends every session. */
	replacesKeys?: boolean;
};

/** A message for the mailbox, and where to confirm that it is there. */
export type KeptMail = { mail: MailMessage; sent: MessagePort };

/**
 * Starts the identity service in a thread, because anyone can ask it for work: visitors' events pass through the
 * process that calls this.
 *
 * @param mailbox receives the messages if `options.mail` is `mailbox`
 */
export function startIdentityThread(
	options: ThreadedIdentity,
	settings: ThreadSettings,
	mailbox?: Mailbox,
): Promise<SupervisedThread> {
	return superviseThread({
		name: 'The identity thread',
		script: layout.identityThread,
		data: options,
		...settings,
		onMessage(message) {
			const { mail, sent } = message as KeptMail;
			void mailbox?.send(mail).then(() => sent.postMessage('sent'));
		},
	});
}
