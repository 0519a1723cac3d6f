import { type SettingRow, describeProvider, describeSettings } from './describe-config.ts';

/** The text of the documentation's page about the configuration file. */
export function writeConfigurationPage(): string {
	return `---
title: Configuration of the server
description: 'Every setting of feedback-server: what it does, its default, and the environment variable that sets it.'
---

{/* Written by server/config/docs.test.ts from the schema. */}

\`feedback-server\` reads its settings from \`/etc/feedback/feedback.yaml\`, or from the file named with \`--config\` or \`FEEDBACK_CONFIG\`. \`feedback-server init\` writes that file with a comment on every setting. The server reads it when it starts; \`feedback-server doctor\` checks it.

An environment variable overrides its setting. With \`_FILE\` appended to its name, the variable holds the path of a file with the value, as container secrets need it. Lists are separated by commas; a list of providers is written as JSON.

Unknown settings and wrong values are refused with the name of the setting and what is allowed.

${table(describeSettings())}

## Providers

Each entry of \`sign_in.providers\` is an OpenID Connect provider; see [Sign-in](/self-hosting/sign-in/).

${table(describeProvider())}
`;
}

function table(rows: readonly SettingRow[]): string {
	const hasVariables = rows.some(({ variable }) => variable);
	const head = ['Setting', 'What it does', 'Default', ...(hasVariables ? ['Variable'] : [])];
	const lines = rows.map((row) => [
		code(row.name),
		row.description,
		row.default === undefined ? '–' : code(row.default),
		...(hasVariables ? [code(row.variable)] : []),
	]);
	return [head, head.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');
}

function code(text: string): string {
	return `\`${text}\``;
}
