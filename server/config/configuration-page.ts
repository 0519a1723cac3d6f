import {
	type SettingRow,
	type SettingSection,
	describeProvider,
	describeSettings,
} from './describe-config.ts';

/** The text of the documentation's page about the configuration file. */
export function writeConfigurationPage(): string {
	return `---
title: Configuration of the server
description: 'Every setting of feedback-server: what it does, its default, and the environment variable that sets it.'
---

{/* Written by server/config/docs.test.ts from the schema. */}

\`feedback-server\` reads its settings from \`/etc/feedback/feedback.yaml\`, or from the file named with \`--config\` or \`FEEDBACK_CONFIG\`. \`feedback-server init\` writes that file with a comment on every setting. The server reads it when it starts; \`feedback-server doctor\` checks it.

Each setting has an environment variable, which overrides the file: \`FEEDBACK_\` and its name in capitals with underscores, such as \`FEEDBACK_DATABASE_URL\` for \`database.url\`. If you append \`_FILE\` to its name, the variable contains the path of a file with the value, for container secrets. Write lists with commas between the entries, and providers as JSON.

Unknown settings and wrong values are refused with the name of the setting and what is allowed.

${describeSettings().map(section).join('\n\n')}

## Providers

Each entry of \`sign_in.providers\` is an OpenID Connect provider; see [Sign-in](/self-hosting/sign-in/).

${table(describeProvider())}
`;
}

function section({ name, description, rows }: SettingSection): string {
	if (name === undefined) return table(rows);
	return [`## ${code(name)}`, description, table(rows)].filter(Boolean).join('\n\n');
}

function table(rows: readonly SettingRow[]): string {
	const head = ['Setting', 'Default', 'Description'];
	const lines = rows.map((row) => [
		code(row.name),
		row.default === undefined ? '–' : code(row.default),
		row.description,
	]);
	return [head, head.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');
}

function code(text: string): string {
	return `\`${text}\``;
}
