/** The site of the app, and the address of the service. */
export type Config = {
	siteId: string;
	apiUrl: string;
	/** Address of the dashboard, for a link. */
	dashboardUrl?: string;
	/** Whether the server of the app has a backend, at `/api/`. */
	hasBackend?: boolean;
};

const built: Config = {
	siteId: import.meta.env['VITE_FEEDBACK_SITE_ID'] ?? 'site_demo000000',
	apiUrl: import.meta.env['VITE_FEEDBACK_API_URL'] ?? 'http://127.0.0.1:54321/functions/v1',
};

/** The configuration of the build, overridden by the server's `config.json` if there is one. */
export async function readConfig(): Promise<Config> {
	const response = await fetch('/config.json').catch(() => undefined);
	const isJson = response?.headers.get('content-type')?.includes('json') ?? false;
	if (!response?.ok || !isJson) return built;
	return { ...built, ...((await response.json()) as Partial<Config>) };
}
