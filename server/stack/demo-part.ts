import type { Secrets } from '../data/secrets.ts';
import type { SignIn } from './sign-in-part.ts';

/** Data with which the demo is set up. */
export type DemoContext = {
	signIn: SignIn;
	/** Address of the database as the role `postgres`. */
	databaseUrl: string;
	/** Address of the functions. */
	apiUrl: string;
	secrets: Secrets;
	log: (line: string) => void;
};

export type RunningDemo = {
	/** Responds to requests under `/local/`. */
	answer: (address: URL) => unknown;
	/** Responds to POST requests under `/api/` of the example app; undefined if it has no backend. */
	backend?: ((request: Request) => Promise<Response>) | undefined;
	/** Environment with which the functions send e-mails to its mailbox. */
	environment: Record<string, string>;
	stop(): Promise<void>;
};

/** The demo's part of a stack. It is defined in `server/demo`, so that no other server contains its code. */
export type DemoPart = {
	/** Runs once the database is complete. */
	setUp(context: DemoContext): Promise<RunningDemo>;
	/** Address of the dashboard that offers to sign in as the demo person. */
	link(dashboardUrl: string, key: string): string;
	/** Address of the page with the e-mails that were not sent. */
	mailboxLink(gatewayUrl: string, key: string): string;
};
