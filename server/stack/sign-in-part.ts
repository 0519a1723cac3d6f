import type { Secrets } from '../data/secrets.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import type { SupervisedThread } from '../threads/supervise-thread.ts';
import type { ThreadSettings } from '../threads/thread-settings.ts';

/** A message that would have been sent. */
export type KeptMessage = { to: string; subject: string; text: string; html?: string; at: string };

/** The running sign-in service of a stack. */
export type SignIn = {
	/** Its address, ending in `/auth` or `/auth/v1`. */
	authUrl: string;
	/** Messages that it would have sent, newest first. */
	messages: readonly KeptMessage[];
	/** Creates a person with a password, or finds the existing person. Resolves to their ID. */
	ensurePerson(credentials: { email: string; password: string }): Promise<string>;
	/** Creates a one-time link for the owner on this machine; see `createLocalLink`. */
	createOwnerLink?(email: string): Promise<string | undefined>;
	/** Environment with which the functions verify its tokens. */
	environment: Record<string, string>;
	/** Its thread, if it has one. */
	thread?: SupervisedThread;
	stop(): Promise<void>;
};

export type SignInContext = {
	/** Address of the migrated database as the superuser. */
	adminUrl: string;
	/** … and as its owner, over TCP. */
	databaseUrl: string;
	/** Address of the gateway for browsers, without a trailing slash. */
	publicUrl: string;
	/** Address for clients on this machine. */
	localUrl: string;
	dashboardUrl: string;
	/** Whether a person can read the messages that it would send. */
	hasMailbox: boolean;
	secrets: Secrets;
	/** Upstreams to which it adds itself. */
	upstreams: Upstreams;
	threadSettings: ThreadSettings;
};

/** The sign-in service, before it is started. */
export type SignInPart = {
	/** The `auth` of the dashboard's configuration. */
	kind: 'supabase' | 'feedback';
	start(context: SignInContext): Promise<SignIn>;
};

/** Why a demo cannot be set up for a person who chose another password. */
export function describeOtherPassword(email: string): string {
	return (
		`the password of ${email} is not the one in secrets.json. In the dashboard, sign in with that person's ` +
		'password, or by a message.'
	);
}
