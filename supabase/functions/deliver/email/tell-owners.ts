import { logError } from '../../_shared/log/log-error.ts';
import type { Mail, MailSender } from './mail-sender.ts';

/**
 * Sends a notice to every owner: an address that is refused does not keep it from the others. Rejects when
 * the mail server cannot be reached.
 *
 * @returns whether the notice needs no repetition: an owner has received it, or there is no owner
 */
export async function tellOwners(
	mail: MailSender,
	owners: readonly string[],
	notice: Omit<Mail, 'to'>,
): Promise<boolean> {
	let reached = 0;
	for (const to of owners) {
		try {
			await mail.send({ ...notice, to });
			reached++;
		} catch (error) {
			const { code, responseCode } = error as { code?: string; responseCode?: number };
			if (responseCode === undefined && code !== 'EENVELOPE') throw error;
			// Does not log the address.
			logError(
				'deliver',
				`The notice ${notice.messageId} was refused with ${responseCode ?? code}`,
			);
		}
	}
	return reached > 0 || owners.length === 0;
}
