import { errorResponse } from '../gateway/error-response.ts';
import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';

/**
 * The backend of the example app. To a POST request with an account, it pretends that the account paid an invoice:
 * it reports this with its site key, as a backend does with `createFeedback` of `@feedback/sdk/server`.
 */
export function createExampleBackend({
	apiUrl,
	siteKey,
}: {
	apiUrl: string;
	siteKey: string;
}): (request: Request) => Promise<Response> {
	return async (request) => {
		// Pages of other origins cannot send JSON.
		const isJson = request.headers.get('content-type') === 'application/json';
		const body = isJson ? ((await request.json().catch(() => null)) as unknown) : null;
		const { account } = (body ?? {}) as { account?: unknown };
		if (typeof account !== 'string') return errorResponse('invalid_request', 'Send an account.');
		const event = { id: mintUuidv7(Date.now()), account, name: 'invoice.paid' };
		const response = await fetch(`${apiUrl}/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${siteKey}`, 'content-type': 'application/json' },
			body: JSON.stringify({ events: [{ ...event, properties: { amount: 180 } }] }),
		});
		return Response.json(await response.json(), { status: response.status });
	};
}
