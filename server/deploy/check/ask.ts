const timeoutMs = 15_000;

export type Answer = { status: number; headers: Headers; text: string; json: unknown };

/**
 * Sends one request to the deployment. Does not follow redirects, and rejects if there is no response within 15
 * seconds.
 */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
	const signal = AbortSignal.timeout(timeoutMs);
	const response = await fetch(url, { ...init, redirect: 'manual', signal });
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
