import type { Config } from '../config/config-schema.ts';
import type { Secrets } from '../data/secrets.ts';
import type { ProviderOptions } from '../identity/identity-options.ts';
import type { ThreadedIdentity } from '../identity/start-identity-thread.ts';
import type { DatabaseAddress } from '../postgres/database-address.ts';
import { loginUrl } from './logins.ts';
import type { Database } from '../stack/start-service.ts';

/** Options of the identity service, from the configuration. */
export function identityOptions(
	config: Config,
	{ ownerUrl, address }: Pick<Database, 'ownerUrl' | 'address'>,
	secrets: Secrets,
): ThreadedIdentity {
	const { mail, sign_in: signIn } = config;
	return {
		publicUrl: config.public_url,
		databaseUrl: loginUrl({ ownerUrl, secrets }, 'feedback_identity'),
		databaseCa: authorityOf(address),
		secret: secrets.sessions,
		...(mail && {
			mail: { url: mail.url, from: mail.from, ...(mail.ca_file && { caFile: mail.ca_file }) },
		}),
		methods: { email: true, password: signIn.password, passkeys: signIn.passkeys },
		allowedDomains: signIn.allowed_domains,
		providers: signIn.providers.map(toProvider),
	};
}

/** Certificates (PEM) of the authority that signs the database server's; undefined for public ones. */
export function authorityOf({ tls }: DatabaseAddress): string | undefined {
	return tls === false ? undefined : tls.ca;
}

function toProvider(provider: Config['sign_in']['providers'][number]): ProviderOptions {
	return {
		id: provider.id,
		name: provider.name,
		issuer: provider.issuer,
		authorizationUrl: provider.authorization_url,
		tokenUrl: provider.token_url,
		userinfoUrl: provider.userinfo_url,
		clientId: provider.client_id,
		clientSecret: provider.client_secret,
		scopes: provider.scopes,
		allowedDomains: provider.allowed_domains,
		verifiesEmails: provider.verifies_emails,
		roleClaim: provider.role_claim,
		roles: provider.roles,
	};
}
