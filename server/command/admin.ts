import { LinkRefused, createOwnerLink, resetPerson } from '../identity/owner-link.ts';
import { readDatabaseAddress } from '../postgres/database-address.ts';
import { authorityOf } from '../production/identity-options.ts';
import { loginUrl } from '../production/logins.ts';
import { useDatabase } from '../production/use-database.ts';
import { CommandFailure } from './command-failure.ts';
import { openServer } from './open-server.ts';

export type AdminOptions = { email: string; workspace?: string };
export type ResetOptions = { email: string; passkeys?: true };

/** Prints a one-time link that creates the first owner. */
export function adminOwner(file: string | undefined, options: AdminOptions): Promise<void> {
	return printLink(file, (means) => createOwnerLink({ ...means, ...options }));
}

/** Prints a one-time link that signs an existing person in, and ends their sessions; with `passkeys`, removes those. */
export function adminReset(file: string | undefined, options: ResetOptions): Promise<void> {
	return printLink(file, (means) => resetPerson({ ...means, ...options }));
}

// SQLSTATE of a wrong password, also returned for a role that does not exist.
const wrongPassword = '28P01';

type Means = { databaseUrl: string; databaseCa: string | undefined; dashboardUrl: string };

async function printLink(
	file: string | undefined,
	make: (means: Means) => Promise<{ url: string; expiresAt: Date }>,
): Promise<void> {
	const { config, secrets, log } = openServer(file);
	const link = await useDatabase(config, { secrets, log }, ({ ownerUrl }) =>
		make({
			databaseUrl: loginUrl({ ownerUrl, secrets }, 'feedback_identity'),
			databaseCa: authorityOf(readDatabaseAddress(ownerUrl, config.database.ca_file)),
			dashboardUrl: config.public_url,
		}),
	).catch((error: unknown) => {
		if (error instanceof LinkRefused) throw new CommandFailure(error.message, { cause: error });
		if ((error as { code?: unknown }).code === wrongPassword) {
			throw new CommandFailure(
				'The database does not know the passwords in secrets.json: the server has not started yet, or the file ' +
					'is that of another database. Start the server, or run `feedback-server migrate`.',
				{ cause: error },
			);
		}
		throw error;
	});
	console.log(link.url);
	console.error(`The link works once, until ${link.expiresAt.toISOString()}.`);
}
