import { z } from 'zod';

import { mailApis } from './mail-api.ts';

/** Variables that describe how e-mails are sent. */
export const mailVariables = [
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

/** Settings of a mail server or of a mail API, by the names of their variables. */
export type MailSettings = z.infer<typeof settingsSchema>;

/**
 * The mail settings of an environment; undefined when it has none. Throws an error that names the variable.
 *
 * @param read value of a variable
 */
export function readMailSettings(
	read: (name: string) => string | undefined,
): MailSettings | undefined {
	const given = Object.fromEntries(
		mailVariables.map((name) => [name, read(name)]).filter(([, value]) => value !== undefined),
	);
	const { FEEDBACK_MAIL_URL: url, FEEDBACK_MAIL_API: api } = given;
	if (url === undefined && api === undefined) return undefined;
	if (url !== undefined && api !== undefined) {
		throw new Error('Set either FEEDBACK_MAIL_URL or FEEDBACK_MAIL_API.');
	}
	const parsed = settingsSchema.options[url === undefined ? 1 : 0].safeParse(given);
	if (!parsed.success) throw new Error(explain(parsed.error));
	return parsed.data;
}

function explain({ issues: [issue] }: z.ZodError): string {
	if (issue!.code === 'unrecognized_keys') {
		return `The environment variable ${issue.keys[0]} does not go with the other FEEDBACK_MAIL_ variables.`;
	}
	return `The environment variable ${String(issue!.path[0])} ${issue!.message}.`;
}
