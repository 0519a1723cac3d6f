/** Which site reports where. */
export type Config = {
	siteId: string;
	apiUrl: string;
	/** Where what is reported can be seen. */
	dashboardUrl?: string;
};

const built: Config = {
	siteId: import.meta.env['VITE_FEEDBACK_SITE_ID'] ?? 'site_demo000000',
	apiUrl: import.meta.env['VITE_FEEDBACK_API_URL'] ?? 'http://127.0.0.1:54321/functions/v1',
};

/** The addresses of the build, unless the server beside the files knows better ones. */
export async function readConfig(): Promise<Config> {
	const response = await fetch('/config.json').catch(() => undefined);
	const isJson = response?.headers.get('content-type')?.includes('json') ?? false;
	if (!response?.ok || !isJson) return built;
	return { ...built, ...((await response.json()) as Partial<Config>) };
}
