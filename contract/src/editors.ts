/** How an editor connects to the server: by its URL, or by starting the command. */
export type Launch = { url: string } | { command: string; args: string[] };

export type Editor = {
	name: string;
	/** Display name. */
	title: string;
	/** Path of its configuration file. */
	file: string;
	/** Whether it supports remote servers, browser sign-in included. */
	remote: boolean;
	/** A command that adds the server, if the editor has one. */
	shell?: (name: string, launch: Launch) => string;
	/** A link that adds the server once the person has confirmed it in the editor, if the editor has one. */
	link?: (name: string, launch: Launch) => string;
	/** The file's content with this server only. */
	config(name: string, launch: Launch): unknown;
};

/** Name of the MCP server in an editor's configuration. */
export const mcpServerName = 'feedback';

const plain = (name: string, launch: Launch) => ({ mcpServers: { [name]: launch } });
const typed = (launch: Launch) => ('url' in launch ? { type: 'http', ...launch } : launch);
const typedOrStdio = (launch: Launch) =>
	'url' in launch ? typed(launch) : { type: 'stdio', ...launch };
const toCommandLine = (launch: { command: string; args: string[] }) =>
	[launch.command, ...launch.args].join(' ');

// A shell would end the command at an "&" of the URL and drop the restrictions after it.
const quote = (url: string) => `"${url}"`;

/** Common editors, each with its configuration format. */
export const editors: readonly Editor[] = [
	{
		name: 'claude-code',
		title: 'Claude Code',
		file: '.mcp.json in the project',
		remote: true,
		shell: (name, launch) =>
			'url' in launch
				? `claude mcp add --transport http ${name} ${quote(launch.url)}`
				: `claude mcp add ${name} -- ${toCommandLine(launch)}`,
		config: (name, launch) => ({ mcpServers: { [name]: typed(launch) } }),
	},
	{
		name: 'cursor',
		title: 'Cursor',
		file: '.cursor/mcp.json in the project',
		remote: true,
		link(name, launch) {
			const query = new URLSearchParams({ name, config: btoa(JSON.stringify(launch)) });
			return `cursor://anysphere.cursor-deeplink/mcp/install?${query}`;
		},
		config: plain,
	},
	{
		name: 'vscode',
		title: 'Visual Studio Code',
		file: '.vscode/mcp.json in the project',
		remote: true,
		link: (name, launch) =>
			`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...typedOrStdio(launch) }))}`,
		config: (name, launch) => ({ servers: { [name]: typedOrStdio(launch) } }),
	},
	{
		name: 'windsurf',
		title: 'Windsurf',
		file: '~/.codeium/windsurf/mcp_config.json',
		remote: true,
		config: (name, launch) => ({
			mcpServers: { [name]: 'url' in launch ? { serverUrl: launch.url } : launch },
		}),
	},
	{
		name: 'codex',
		title: 'Codex',
		file: '~/.codex/config.toml',
		remote: true,
		shell: (name, launch) =>
			'url' in launch
				? `codex mcp add ${name} --url ${quote(launch.url)}`
				: `codex mcp add ${name} -- ${toCommandLine(launch)}`,
		config: (name, launch) => ({ mcp_servers: { [name]: launch } }),
	},
	{
		name: 'opencode',
		title: 'opencode',
		file: 'opencode.json in the project',
		remote: true,
		config: (name, launch) => ({
			$schema: 'https://opencode.ai/config.json',
			mcp: {
				[name]:
					'url' in launch
						? { type: 'remote', url: launch.url, enabled: true }
						: { type: 'local', command: [launch.command, ...launch.args], enabled: true },
			},
		}),
	},
	{
		name: 'zed',
		title: 'Zed',
		file: '~/.config/zed/settings.json',
		remote: true,
		config: (name, launch) => ({ context_servers: { [name]: launch } }),
	},
	{
		name: 'claude-desktop',
		title: 'Claude Desktop',
		file: 'claude_desktop_config.json',
		remote: false,
		config: plain,
	},
];

/** Chat apps, in whose settings a person adds the server by its URL. It must be reachable from the internet. */
export const chatApps = [
	{ title: 'Claude', settings: 'https://claude.ai/settings/connectors' },
	{ title: 'ChatGPT', settings: 'https://chatgpt.com/#settings/Connectors' },
] as const;

/**
 * The text of an editor's configuration: TOML for Codex, JSON for the others.
 *
 * @example
 * writeEditorConfig(editors[1], 'feedback', { url: 'https://api.example.com/functions/v1/mcp' });
 */
export function writeEditorConfig(editor: Editor, name: string, launch: Launch): string {
	if (editor.name !== 'codex') {
		const json = JSON.stringify(editor.config(name, launch), null, 2);
		// Arrays of strings on one line, as people write them.
		return json.replace(
			/\[\s+([^[\]{}]+?)\s+\]/g,
			(_, items: string) => `[${items.replace(/\n\s+/g, ' ')}]`,
		);
	}
	const lines = Object.entries(launch).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
	return [`[mcp_servers.${name}]`, ...lines].join('\n');
}
