import { refuseBlockedPort } from '../../supabase/functions/deliver/email/mail-sender.ts';
import {
	mailVariables,
	readMailSettings,
} from '../../supabase/functions/deliver/email/mail-settings.ts';

/** Secrets with which the functions send e-mails, each on one line. */
export type MailSecrets = Readonly<Record<string, string>>;

/**
 * The mail settings in the environment of a deployment; undefined when it has none, so that existing settings
 * do not change. Throws an error that names the variable.
 */
export function readMailSecrets(
	environment: Readonly<Record<string, string | undefined>>,
	{ isHosted }: { isHosted: boolean },
): MailSecrets | undefined {
	const settings = readMailSettings((name) => environment[name] || undefined);
	if (!settings) return undefined;
	if (isHosted && 'FEEDBACK_MAIL_URL' in settings) refuseBlockedPort(settings.FEEDBACK_MAIL_URL);
	return Object.fromEntries(
		Object.entries(settings)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => [name, value.trim().replaceAll('\n', '\\n')]),
	);
}

/** Existing mail settings that are not compatible with the new ones. */
export function listFormerMail(
	mail: MailSecrets | undefined,
	present: { has(name: string): boolean },
): string[] {
	return mailVariables.filter((name) => mail && !(name in mail) && present.has(name));
}
