import { Mailbox } from '../identity/mailbox.ts';
import { startIdentityThread } from '../identity/start-identity-thread.ts';
import { withRole } from '../postgres/cluster.ts';
import { describeOtherPassword, type SignInPart } from './sign-in-part.ts';

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
		threadSettings,
		hasMailbox,
	}) {
		const mailbox = new Mailbox();
		const database = new URL(withRole(databaseUrl, 'feedback_identity'));
		database.password = secrets.identity;
		const thread = await startIdentityThread(
			{
				publicUrl,
				dashboardUrl,
				databaseUrl: database.href,
				secret: secrets.sessions,
				mail: 'mailbox',
				methods: { password: true, email: hasMailbox, passkeys: true },
				allowedDomains: [],
				providers: [],
				// A data folder whose secrets were lost gets new secrets, because there is no copy of the old ones.
				replacesKeys: true,
			},
			threadSettings,
			mailbox,
		);
		upstreams.identityPort = thread.port;
		return {
			authUrl: `${localUrl}/auth`,
			messages: mailbox.messages,
			ensurePerson: (credentials) => ensurePerson(database.href, credentials),
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
			thread,
			stop: () => thread.stop(),
		};
	},
};

async function ensurePerson(
	databaseUrl: string,
	credentials: { email: string; password: string },
): Promise<string> {
	// Loaded on demand: only a demo creates a person.
	const { createPerson, OtherPassword } = await import('../identity/create-person.ts');
	try {
		return await createPerson(databaseUrl, credentials);
	} catch (cause) {
		if (!(cause instanceof OtherPassword)) throw cause;
		throw new Error(describeOtherPassword(credentials.email), { cause });
	}
}
