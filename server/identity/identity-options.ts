import type { Role } from '@feedback/contract';
import type { Log } from '../log/log.ts';

/** Settings of the identity service. */
export type IdentityOptions = {
	/**
	 * Address of the service for people, such as `https://feedback.example.com`. Its `/auth` is the issuer
	 * of tokens.
	 */
	publicUrl: string;
	/** Address of the dashboard for people; `publicUrl` when it is missing. */
	dashboardUrl?: string | undefined;
	/** Address of the database as the role `feedback_identity`. */
	databaseUrl: string;
	/** PEM of the certificate authority of the database, for an address with `sslmode=verify-full`. */
	databaseCa?: string | undefined;
	/** At least 32 characters. Signs cookies and encrypts the private keys of tokens: keep it with the backups. */
	secret: string;
	/** Without it, no e-mail is sent and nobody can sign in by e-mail. */
	mail?: MailServer | MailTransport | undefined;
	methods: SignInMethods;
	/** Domains whose addresses may sign up without an invitation; an instance setting overrides them. */
	allowedDomains: readonly string[];
	providers: readonly ProviderOptions[];
	log: Log;
};

export type SignInMethods = { password: boolean; email: boolean; passkeys: boolean };

export type MailServer = {
	/** `smtps://user:password@host:465`, or `smtp://…:587`, which must offer STARTTLS unless it is on loopback. */
	url: string;
	/** Sender, such as `Feedback <feedback@example.com>`. */
	from: string;
	/** PEM file with the certificate authority of the mail server. */
	caFile?: string | undefined;
};

export type MailMessage = {
	to: string;
	subject: string;
	/** Paragraphs; the URL of the button is on a separate line. */
	text: string;
	/** Label of the button in HTML. */
	button?: string;
};

/** Sends messages; rejects when one cannot be sent. */
export type MailTransport = { send(message: MailMessage): Promise<void> };

/** A provider of identities that speaks OpenID Connect. */
export type ProviderOptions = {
	/** Part of the redirect address, `{publicUrl}/auth/callback/{id}`. */
	id: string;
	/** Label of the button. */
	name: string;
	/** The endpoints that are not given are discovered from here. */
	issuer?: string | undefined;
	authorizationUrl?: string | undefined;
	tokenUrl?: string | undefined;
	userinfoUrl?: string | undefined;
	clientId: string;
	clientSecret: string;
	/** `openid email profile` when missing. */
	scopes?: readonly string[] | undefined;
	/** Domains whose addresses may sign up through this provider without an invitation. */
	allowedDomains?: readonly string[] | undefined;
	/**
	 * The provider verifies every address but does not set `email_verified`, such as Entra ID with a single tenant.
	 * Otherwise an address without `email_verified: true` is refused.
	 */
	verifiesEmails?: boolean | undefined;
	/** Claim that lists groups or roles, such as `groups`, or `realm_access.roles`. */
	roleClaim?: string | undefined;
	/** Role in the workspace for values of that claim. Of several, the highest counts. */
	roles?: Readonly<Record<string, Role>> | undefined;
};
