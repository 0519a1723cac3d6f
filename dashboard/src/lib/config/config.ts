export type Config = {
	/** Address of the functions: `…/functions/v1`. */
	apiUrl: string;
	/** Address of Supabase Auth: `…/auth/v1`. */
	authUrl: string;
	/** The project's publishable key, which hosted Supabase asks for. */
	publishableKey?: string | undefined;
	/** True on an embedded stack that was started as a demo. */
	local: boolean;
	/** Where the example app runs, when it does. */
	exampleUrl?: string | undefined;
};

const embedded: Config = {
	apiUrl: 'http://127.0.0.1:54321/functions/v1',
	authUrl: 'http://127.0.0.1:54321/auth/v1',
	local: true,
};

/** What the server beside the built files says about the service; the embedded stack where it says nothing. */
export async function readConfig(fetch: typeof globalThis.fetch): Promise<Config> {
	const response = await fetch('/config.json').catch(() => undefined);
	// A server that answers every address with the page has no config.json.
	const isJson = response?.headers.get('content-type')?.includes('json') ?? false;
	if (!response?.ok || !isJson) return embedded;
	return parseConfig(await response.json());
}

/** Throws on a value that is missing or no address: then the page says which. */
function parseConfig(told: unknown): Config {
	const values = (typeof told === 'object' && told !== null ? told : {}) as Record<string, unknown>;
	const text = (name: string): string | undefined => {
		const value = values[name];
		if (value !== undefined && typeof value !== 'string')
			throw new Error(`config.json: ${name} must be a text.`);
		return value;
	};
	const address = (name: string): string | undefined => {
		const value = text(name);
		if (value !== undefined && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
			throw new Error(`config.json: ${name} must be an address.`);
		return value;
	};
	const [apiUrl, authUrl] = [address('apiUrl'), address('authUrl')];
	if (!apiUrl || !authUrl) throw new Error('config.json must name apiUrl and authUrl.');
	return {
		...{ apiUrl, authUrl, local: values['local'] === true },
		...{ publishableKey: text('publishableKey'), exampleUrl: address('exampleUrl') },
	};
}
