import { readSetting } from '../../_shared/environment.ts';
import type { Outgoing } from '../../_shared/outgoing/outgoing.ts';
import { createMailApiSender } from './mail-api.ts';
import { createMailSender, type MailSender } from './mail-sender.ts';
import { readMailSettings } from './mail-settings.ts';

/**
 * Reads from the environment how to send e-mails: through a mail server or a mail API. Undefined when neither
 * is set. Throws an error that names the variable.
 *
 * @param read value of a variable
 */
export function readMailSender(
	outgoing: Outgoing,
	read: (name: string) => string | undefined = readSetting,
): MailSender | undefined {
	const settings = readMailSettings(read);
	if (!settings) return undefined;
	return 'FEEDBACK_MAIL_URL' in settings
		? createMailSender({
				url: settings.FEEDBACK_MAIL_URL,
				from: settings.FEEDBACK_MAIL_FROM,
				// In a file of secrets, a value is on one line.
				ca: settings.FEEDBACK_MAIL_CA?.replaceAll('\\n', '\n'),
			})
		: createMailApiSender(outgoing, {
				api: settings.FEEDBACK_MAIL_API,
				key: settings.FEEDBACK_MAIL_API_KEY,
				from: settings.FEEDBACK_MAIL_FROM,
				url: settings.FEEDBACK_MAIL_API_URL,
			});
}
