// The script of the thread that signs people in; started by `startIdentityThread`.
import { once } from 'node:events';
import { MessageChannel, parentPort, workerData } from 'node:worker_threads';

import { Hono } from 'hono';

import type { NodeEnv } from '../gateway/http-server.ts';
import { logInProcess, serveInThread } from '../threads/serve-in-thread.ts';
import { type Identity, startIdentity } from './identity.ts';
import type { IdentityOptions, MailTransport } from './identity-options.ts';
import type { KeptMail, ThreadedIdentity } from './start-identity-thread.ts';
import { forgetKeys, OtherSecret } from './token-keys.ts';

const { mail, replacesKeys, ...others } = workerData as ThreadedIdentity;
const options: IdentityOptions = {
	...others,
	mail: mail === 'mailbox' ? sendToMailbox() : mail,
	log: logInProcess,
};
const identity = await start();
const app = new Hono<NodeEnv>();
// The header is the gateway's.
app.all('*', ({ req }) => identity.handle(req.raw, req.header('x-forwarded-for') ?? ''));
await serveInThread(app, () => identity.stop());

async function start(): Promise<Identity> {
	try {
		return await startIdentity(options);
	} catch (error) {
		if (!(error instanceof OtherSecret && replacesKeys)) throw error;
		options.log('The secret of the identity service is new; everybody has to sign in again.');
		await forgetKeys(options.databaseUrl);
		return startIdentity(options);
	}
}

/** Hands each message to the process, and waits until its mailbox has it. */
function sendToMailbox(): MailTransport {
	return {
		async send(message) {
			const { port1: answer, port2 } = new MessageChannel();
			parentPort!.postMessage({ mail: message, sent: port2 } satisfies KeptMail, [port2]);
			await once(answer, 'message');
			answer.close();
		},
	};
}
