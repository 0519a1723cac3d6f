import { ApiError, type Client as ApiClient } from '@feedback/client';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';

import { createServer } from './server.ts';

const request = {
	id: '0199a0c2-0000-7000-8000-000000000001',
	url: 'https://feedback.example.com/approvals/0199a0c2-0000-7000-8000-000000000001',
	expires_at: '2026-11-21T09:00:00.000Z',
	// The service's clock is behind the one of this machine.
	created_at: '2026-11-20T08:00:00.000Z',
	action: 'site:create',
	combination: false,
	unmet: null,
	reason: null,
};
const site = {
	id: '0199a0c2-0000-7000-8000-000000000002',
	site_id: 'site_1',
	workspace: '0199a0c2-0000-7000-8000-000000000003',
	name: 'Shop',
	created_at: '2026-11-20T09:00:00.000Z',
	first_event_at: null,
	sample: false,
};

/** A client on the machine of its person, of a revision of 2025, and a service whose person approves when asked to. */
async function connect(capabilities: object) {
	const state = { approved: false, looks: 0 };
	const service = {
		createSite: () =>
			state.approved
				? Promise.resolve(site)
				: Promise.reject(
						new ApiError('approval_required', { status: 403, message: '', approval: request }),
					),
		getGrantRequest() {
			state.looks++;
			return Promise.resolve({ ...request, state: state.approved ? 'approved' : 'pending' });
		},
		listGrantRequests: () => Promise.resolve({ items: [], next: null }),
	};
	const [ours, theirs] = InMemoryTransport.createLinkedPair();
	const server = await createServer({
		client: service as unknown as ApiClient,
		docsUrl: undefined,
		dashboardUrl: 'https://feedback.example.com',
		packagesUrl: 'https://feedback.example.com',
		scope: {},
		report: (error) => {
			throw error;
		},
	});
	await server.connect(theirs);
	const client = new Client({ name: 'test', version: '1' }, { capabilities });
	await client.connect(ours);
	const call = () =>
		client.callTool({
			name: 'site_create',
			arguments: { name: 'Shop', workspace: site.workspace },
		});
	return { state, call };
}

it('a local client of 2025 gets the page once, whatever its clock says, and the repeated call waits', async () => {
	const { state, call } = await connect({ elicitation: { url: {} } });
	const elicitations = [{ mode: 'url', elicitationId: request.id, url: request.url }];
	await expect(call()).rejects.toMatchObject({ code: -32_042, data: { elicitations } });
	const looks = state.looks;
	const repeated = call();
	// The person decides while the call waits.
	await expect.poll(() => state.looks, { interval: 10 }).toBeGreaterThan(looks + 1);
	state.approved = true;
	expect((await repeated).structuredContent).toMatchObject({ name: 'Shop' });
});

it('a local client that opens only forms gets the address in the result', async () => {
	const { call } = await connect({ elicitation: {} });
	const { isError, content } = await call();
	expect(isError).toBe(true);
	expect(JSON.stringify(content)).toContain(request.url);
});
