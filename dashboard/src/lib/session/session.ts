export type Credentials = { email: string; password: string };

/** Sign-in methods that the sign-in page offers. */
export type OfferedMethods = {
	/** A code and a link by e-mail. */
	email: boolean;
	password: boolean;
	passkeys: boolean;
	/** Whether invitations are mailed. */
	mail: boolean;
	providers: { id: string; name: string }[];
	/** Why the service did not respond; then these are the default methods. */
	problem?: string;
};

/** The session of the person with the identity service: Supabase Auth, or our own. */
export type Session = {
	offered(): Promise<OfferedMethods>;
	/** A valid bearer token, or null if nobody is signed in. */
	token(): Promise<string | null>;
	/** Resolves to an error message, or undefined on success. */
	signIn(credentials: Credentials): Promise<string | undefined>;
	/** Sends a link, which leads to the page `next`, and a code. Resolves like `signIn`. */
	sendLink(email: string, next: string): Promise<string | undefined>;
	/** Signs in with the code of that message. Resolves like `signIn`. */
	enterCode(email: string, code: string): Promise<string | undefined>;
	/** Signs in with a passkey that the person chooses. Resolves like `signIn`. */
	signInWithPasskey(): Promise<string | undefined>;
	/** Opens the sign-in page of a provider, which leads back to the page `next`. Resolves if that fails. */
	leaveForProvider(id: string, next: string): Promise<string | undefined>;
	/** Signs in with the fragment of a link; undefined for any other fragment. */
	followLink(fragment: string): Promise<{ next: string } | { problem: string } | undefined>;
	/** Mails the invitation with this secret. False if it was not mailed. */
	mailInvitation(secret: string): Promise<boolean>;
	/** Calls the listener after a sign-in in this tab or another. @returns a function that stops listening */
	onSignIn(listener: () => void): () => void;
	signOut(): Promise<void>;
};
