export type Config = {
	/** URL of the functions: `…/functions/v1`. */
	apiUrl: string;
	/** Service that signs people in: Supabase Auth, or our own identity service. */
	auth: 'supabase' | 'feedback';
	/** URL of that service: `…/auth/v1` or `…/auth`. */
	authUrl: string;
	/** The project's publishable key, which hosted Supabase requires. */
	publishableKey?: string | undefined;
	/** True on a local stack that was started as a demo. */
	local: boolean;
	/** URL of the example app, if it runs. */
	exampleUrl?: string | undefined;
	/** URL of the documentation, if it is served. */
	docsUrl?: string | undefined;
	/** URL below which the packages are served, if this dashboard knows one. */
	packagesUrl: string | undefined;
};

/** A `config.json` that is missing or invalid, with a message for the operator. */
export class ConfigError extends Error {
	override name = 'ConfigError';
}

/** Reads config.json from the server of the dashboard. Throws without that file. */
export async function readConfig(fetch: typeof globalThis.fetch): Promise<Config> {
	const response = await fetch('/config.json');
	// A server with an SPA fallback returns the page instead of config.json.
	const isJson = response.headers.get('content-type')?.includes('json') ?? false;
	if (!response.ok || !isJson)
		throw new ConfigError('The server of the dashboard has no config.json.');
	return parseConfig(await response.json());
}

/** Throws on a missing value or an invalid URL; the page shows the message. */
function parseConfig(json: unknown): Config {
	const values = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
	const text = (name: string): string | undefined => {
		const value = values[name];
		if (value !== undefined && typeof value !== 'string')
			throw new ConfigError(`config.json: ${name} must be a string.`);
		return value;
	};
	const address = (name: string): string | undefined => {
		const value = text(name);
		if (value !== undefined && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
			throw new ConfigError(`config.json: ${name} must be a URL.`);
		return value;
	};
	const [apiUrl, authUrl] = [address('apiUrl'), address('authUrl')];
	if (!apiUrl || !authUrl) throw new ConfigError('config.json must name apiUrl and authUrl.');
	const auth = text('auth') ?? 'supabase';
	if (auth !== 'supabase' && auth !== 'feedback')
		throw new ConfigError('config.json: auth must be supabase or feedback.');
	const docsUrl = address('docsUrl');
	return {
		apiUrl,
		auth,
		authUrl,
		local: values['local'] === true,
		publishableKey: text('publishableKey'),
		exampleUrl: address('exampleUrl'),
		docsUrl,
		packagesUrl: address('packagesUrl') ?? docsUrl,
	};
}
