/**
 * How a client that people use today signs in and calls, as far as it differs from others. Recorded from their
 * sources and from reports; update them when a client changes.
 */
export type RecordedClient = {
	name: string;
	userAgent: string;
	/** Its address of the server, after `/mcp`. */
	address: string;
	/** Where it looks for the metadata of the resource: in the 401, or at the well-known path of the address. */
	finds: 'challenge' | 'well-known';
	/** The body with which it registers. */
	registers: Record<string, unknown>;
	/** The redirect that it uses; the port of a loopback redirect is chosen after the registration. */
	redirect: string;
	/** The parameter `resource` of its requests: what the metadata says, its own address, or nothing. */
	resource: 'metadata' | 'address' | undefined;
	scope?: string;
	accept: string | undefined;
	protocolVersion: string;
};

const both = 'application/json, text/event-stream';
const grants = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };

export const recordedClients: RecordedClient[] = [
	{
		name: 'Claude Code',
		userAgent: 'claude-code/2.1.251 (cli)',
		address: '',
		finds: 'challenge',
		registers: {
			client_name: 'Claude Code (feedback)',
			redirect_uris: ['http://localhost:54545/callback'],
			token_endpoint_auth_method: 'none',
			...grants,
		},
		redirect: 'http://localhost:61203/callback',
		// anthropics/claude-code#90497: the parameter is missing.
		resource: undefined,
		scope: 'connect',
		accept: both,
		protocolVersion: '2025-11-25',
	},
	{
		name: 'Claude',
		userAgent: 'Claude-User',
		address: '',
		finds: 'challenge',
		registers: {
			client_name: 'Claude',
			redirect_uris: [
				'https://claude.ai/api/mcp/auth_callback',
				'https://claude.com/api/mcp/auth_callback',
			],
			token_endpoint_auth_method: 'client_secret_post',
			scope: 'connect',
			...grants,
		},
		redirect: 'https://claude.ai/api/mcp/auth_callback',
		resource: 'metadata',
		scope: 'connect offline_access',
		// modelcontextprotocol/python-sdk#2349: its proxy passes on one type.
		accept: 'application/json',
		protocolVersion: '2025-06-18',
	},
	{
		name: 'Visual Studio Code',
		userAgent: 'Visual Studio Code/1.126.0',
		// microsoft/vscode#259251: it compares the resource with its address, slash included.
		address: '/',
		finds: 'well-known',
		registers: {
			client_name: 'Visual Studio Code',
			client_uri: 'https://code.visualstudio.com',
			redirect_uris: [
				'https://insiders.vscode.dev/redirect',
				'https://vscode.dev/redirect',
				'http://localhost/',
				'http://127.0.0.1/',
				'http://localhost:33418/',
				'http://127.0.0.1:33418/',
			],
			token_endpoint_auth_method: 'none',
			grant_types: [
				'authorization_code',
				'refresh_token',
				'urn:ietf:params:oauth:grant-type:device_code',
			],
			response_types: ['code'],
			application_type: 'native',
		},
		redirect: 'http://127.0.0.1:59656/',
		resource: 'metadata',
		accept: 'text/event-stream, application/json',
		protocolVersion: '2025-11-25',
	},
	{
		name: 'Cursor',
		userAgent: 'Cursor/2.4.21 (linux x64)',
		address: '?read_only=1',
		finds: 'challenge',
		registers: {
			client_name: 'Cursor',
			redirect_uris: [
				'cursor://anysphere.cursor-mcp/oauth/callback',
				'https://www.cursor.com/agents/mcp/oauth/callback',
				'http://localhost:8787/callback',
			],
			token_endpoint_auth_method: 'none',
			...grants,
		},
		redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
		// It names its configured address, query included.
		resource: 'address',
		accept: '*/*',
		protocolVersion: '2025-06-18',
	},
	{
		name: 'ChatGPT',
		userAgent: 'openai-mcp/1.0.0',
		address: '',
		finds: 'well-known',
		registers: {
			client_name: 'ChatGPT',
			redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
			token_endpoint_auth_method: 'none',
			...grants,
		},
		redirect: 'https://chatgpt.com/connector_platform_oauth_redirect',
		resource: 'address',
		scope: 'connect prompt:draft',
		accept: 'text/event-stream',
		protocolVersion: '2025-06-18',
	},
	{
		name: 'ChatGPT with a connector of its developer mode',
		userAgent: 'openai-mcp/1.0.0',
		address: '',
		finds: 'well-known',
		registers: {
			client_name: 'ChatGPT',
			// Each connector has another path.
			redirect_uris: ['https://chatgpt.com/connector/oauth/Xq3-bT_9wZ'],
			token_endpoint_auth_method: 'none',
			...grants,
		},
		redirect: 'https://chatgpt.com/connector/oauth/Xq3-bT_9wZ',
		resource: 'metadata',
		accept: both,
		protocolVersion: '2025-11-25',
	},
	{
		name: 'Codex',
		userAgent: 'codex_cli_rs/0.128.0',
		address: '/',
		finds: 'challenge',
		registers: {
			client_name: 'Codex',
			redirect_uris: ['http://127.0.0.1:38129/callback'],
			token_endpoint_auth_method: 'none',
			...grants,
		},
		redirect: 'http://127.0.0.1:38129/callback',
		resource: undefined,
		accept: undefined,
		protocolVersion: '2025-06-18',
	},
];
