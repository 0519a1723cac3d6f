import type { Identity } from '../identity/identity.ts';
import type { IdentityOptions } from '../identity/identity-options.ts';
import { Mailbox } from '../identity/mailbox.ts';
import { forgetKeys, OtherSecret } from '../identity/token-keys.ts';
import { withRole } from '../postgres/cluster.ts';
import { describeOtherPassword, type SignInPart } from './sign-in-part.ts';

// Loaded on demand: its libraries take a third of a stack's start time, and another part may be chosen.
const loadIdentity = () => import('../identity/identity.ts');

/** Signs people in as in production, with a mailbox in place of a mail server. */
export const identityPart: SignInPart = {
	kind: 'feedback',
	async start({
		databaseUrl,
		publicUrl,
		localUrl,
		dashboardUrl,
		secrets,
		upstreams,
		log,
		hasMailbox,
	}) {
		const mailbox = new Mailbox();
		const database = new URL(withRole(databaseUrl, 'feedback_identity'));
		database.password = secrets.identity;
		const identity = await startOrForgetKeys({
			publicUrl,
			dashboardUrl,
			databaseUrl: database.href,
			secret: secrets.sessions,
			mail: mailbox,
			methods: { password: true, email: hasMailbox, passkeys: true },
			allowedDomains: [],
			providers: [],
			log,
		});
		upstreams.identity = (request, address) => identity.handle(request, address);
		return {
			authUrl: `${localUrl}/auth`,
			messages: mailbox.messages,
			ensurePerson: (credentials) => ensurePerson(identity, credentials),
			async createOwnerLink(email) {
				const { createLocalLink } = await import('../identity/owner-link.ts');
				const link = await createLocalLink({ databaseUrl: database.href, dashboardUrl, email });
				return link?.url;
			},
			environment: {
				FEEDBACK_AUTH: 'feedback',
				FEEDBACK_AUTH_ISSUER: `${publicUrl}/auth`,
				FEEDBACK_AUTH_JWKS_URL: `${localUrl}/auth/jwks`,
			},
			probe: () => identity.probe(),
			stop: () => identity.stop(),
		};
	},
};

async function ensurePerson(
	identity: Identity,
	credentials: { email: string; password: string },
): Promise<string> {
	try {
		return await identity.createPerson(credentials);
	} catch (cause) {
		const { OtherPassword } = await loadIdentity();
		if (!(cause instanceof OtherPassword)) throw cause;
		throw new Error(describeOtherPassword(credentials.email), { cause });
	}
}

// A data folder whose secrets were lost gets new secrets, because there is no copy of the old ones.
async function startOrForgetKeys(options: IdentityOptions): Promise<Identity> {
	const { startIdentity } = await loadIdentity();
	try {
		return await startIdentity(options);
	} catch (error) {
		if (!(error instanceof OtherSecret)) throw error;
		options.log('The secret of the identity service is new; everybody has to sign in again.');
		await forgetKeys(options.databaseUrl);
		return startIdentity(options);
	}
}
