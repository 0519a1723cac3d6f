import type { Secrets } from '../data/secrets.ts';
import type { SignIn } from './sign-in-part.ts';

/** What the demo is set up with. */
export type DemoContext = {
	signIn: SignIn;
	/** Address of the database as the role `postgres`. */
	databaseUrl: string;
	secrets: Secrets;
	log: (line: string) => void;
};

/** What a demo adds to a stack. `server/demo` makes it, so that no other server contains its code. */
export type DemoPart = {
	/** Runs once the database is complete. Resolves to the answers under `/local/`. */
	setUp(context: DemoContext): Promise<(address: URL) => unknown>;
	/** Address of the dashboard that offers to sign in as the demo person. */
	link(dashboardUrl: string, key: string): string;
};
