import { z } from 'zod';

import { readSetting } from '../../_shared/environment.ts';
import type { Outgoing } from '../../_shared/outgoing/outgoing.ts';
import { createMailApiSender, mailApis } from './mail-api.ts';
import { createMailSender, type MailSender } from './mail-sender.ts';

const names = [
	'FEEDBACK_MAIL_URL',
	'FEEDBACK_MAIL_CA',
	'FEEDBACK_MAIL_API',
	'FEEDBACK_MAIL_API_KEY',
	'FEEDBACK_MAIL_API_URL',
	'FEEDBACK_MAIL_FROM',
] as const;

const from = z.string('is not set');
const settingsSchema = z.union([
	z.strictObject({
		FEEDBACK_MAIL_URL: z.string().regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://'),
		FEEDBACK_MAIL_CA: z.string().optional(),
		FEEDBACK_MAIL_FROM: from,
	}),
	z.strictObject({
		FEEDBACK_MAIL_API: z.enum(mailApis, `must be one of ${mailApis.join(', ')}`),
		FEEDBACK_MAIL_API_KEY: z
			.string('is not set')
			.regex(/^[\x21-\x7e]+$/, 'must hold visible ASCII characters only'),
		FEEDBACK_MAIL_API_URL: z.url({ protocol: /^https?$/, error: 'must be a URL' }).optional(),
		FEEDBACK_MAIL_FROM: from,
	}),
]);

/**
 * How the service sends e-mails, as the environment describes it: by a mail server or by a mail API. Undefined when it
 * does not. Throws an error that names the variable.
 *
 * @param read value of a variable
 */
export function readMailSender(
	outgoing: Outgoing,
	read: (name: string) => string | undefined = readSetting,
): MailSender | undefined {
	const given = Object.fromEntries(
		names.map((name) => [name, read(name)]).filter(([, value]) => value !== undefined),
	);
	const { FEEDBACK_MAIL_URL: url, FEEDBACK_MAIL_API: api } = given;
	if (url === undefined && api === undefined) return undefined;
	if (url !== undefined && api !== undefined) {
		throw new Error('Set either FEEDBACK_MAIL_URL or FEEDBACK_MAIL_API.');
	}
	const parsed = settingsSchema.options[url === undefined ? 1 : 0].safeParse(given);
	if (!parsed.success) throw new Error(explain(parsed.error));
	const settings = parsed.data;
	return 'FEEDBACK_MAIL_URL' in settings
		? createMailSender({
				url: settings.FEEDBACK_MAIL_URL,
				from: settings.FEEDBACK_MAIL_FROM,
				ca: settings.FEEDBACK_MAIL_CA,
			})
		: createMailApiSender(outgoing, {
				api: settings.FEEDBACK_MAIL_API,
				key: settings.FEEDBACK_MAIL_API_KEY,
				from: settings.FEEDBACK_MAIL_FROM,
				url: settings.FEEDBACK_MAIL_API_URL,
			});
}

function explain({ issues: [issue] }: z.ZodError): string {
	if (issue!.code === 'unrecognized_keys') {
		return `The environment variable ${issue.keys[0]} does not go with the other FEEDBACK_MAIL_ variables.`;
	}
	return `The environment variable ${String(issue!.path[0])} ${issue!.message}.`;
}
