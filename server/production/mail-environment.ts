import { readFileSync } from 'node:fs';

import type { Config } from '../config/config-schema.ts';

/** The mail server in the functions' environment. Throws when its `ca_file` cannot be read. */
export function mailEnvironment({ mail }: Config): Record<string, string> {
	if (!mail) return {};
	return {
		FEEDBACK_MAIL_URL: mail.url,
		FEEDBACK_MAIL_FROM: mail.from,
		...(mail.ca_file && { FEEDBACK_MAIL_CA: readFileSync(mail.ca_file, 'utf8') }),
	};
}

/** The host to which the functions may connect for mail. */
export function mailHosts({ mail }: Config): string[] {
	return mail ? [new URL(mail.url).hostname.replace(/^\[|\]$/g, '')] : [];
}
