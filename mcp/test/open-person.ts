import { createClient, type Client } from '@feedback/client';

/** A new person with a workspace and a site, who approves requests in the dashboard. */
export type Person = {
	client: Client;
	email: string;
	workspace: string;
	site: { id: string; site_id: string };
	/** Approves a request with the usual duration. */
	approve(request: string, combination?: boolean): Promise<void>;
	/** Approves an authorization, as the person would in the browser; resolves to the redirect. */
	authorize(authorization: URL, sites?: string[]): Promise<URL>;
};

/** Signs a new person up with a service. */
export async function openPerson(service: { apiUrl: string; authUrl: string }): Promise<Person> {
	const password = crypto.randomUUID();
	const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
	const signedUp = await fetch(`${service.authUrl}/signup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', apikey: 'local' },
		body: JSON.stringify({ email, password }),
	});
	const { access_token: token } = (await signedUp.json()) as { access_token: string };
	const client = createClient({ apiUrl: service.apiUrl, token: () => Promise.resolve(token) });
	const { id: workspace } = await client.createWorkspace({ name: 'Team' });
	const site = await client.createSite({ workspace, name: 'Reports' });
	return {
		client,
		email,
		workspace,
		site,
		async approve(request, combination = false) {
			const { action, sha256 } = await client.getGrantRequest({ request });
			const mode = action === 'site:create' || action === 'prompt:publish' ? 'once' : 'until';
			await client.approveGrant({ request, mode, combination, ...(sha256 && { sha256 }) });
		},
		async authorize(authorization, sites = [site.id]) {
			const response = await fetch(authorization, { redirect: 'manual' });
			const page = new URL(response.headers.get('location') ?? 'http://nowhere/');
			const id = page.pathname.replace('/authorize/', '');
			await client.getAuthorization({ authorization: id });
			const { redirect } = await client.approveAuthorization({ authorization: id, sites });
			return new URL(redirect);
		},
	};
}
