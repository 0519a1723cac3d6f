import type { Secrets } from '../data/secrets.ts';
import type { Upstreams } from '../gateway/upstreams.ts';
import type { Log } from '../log/log.ts';

/** A message that would have been sent. */
export type KeptMessage = { to: string; subject: string; text: string; html?: string; at: string };

/** What signs people in on a stack. */
export type SignIn = {
	/** Its address, ending in `/auth` or `/auth/v1`. */
	authUrl: string;
	/** What it would have mailed, the newest first. */
	messages: readonly KeptMessage[];
	/** Makes a person with a password, or finds them. Resolves to their id. */
	ensurePerson(credentials: { email: string; password: string }): Promise<string>;
	/** What the functions need to verify its tokens. */
	environment: Record<string, string>;
	/** Resolves when its database answers. */
	probe(): Promise<unknown>;
	stop(): Promise<void>;
};

export type SignInContext = {
	/** Address of the migrated database as the superuser. */
	adminUrl: string;
	/** … and as its owner, over TCP. */
	databaseUrl: string;
	/** Where browsers reach the gateway, without a slash at the end. */
	publicUrl: string;
	/** Where this machine reaches it. */
	localUrl: string;
	dashboardUrl: string;
	secrets: Secrets;
	/** Where it mounts itself. */
	upstreams: Upstreams;
	log: Log;
};

/** What signs people in, until it is started. */
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
