import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { agent } from '../../user-agent.ts';

/** Text from the documentation site; says what is wrong when it is not there. */
export async function fetchDocs(
	{ settings }: Context,
	address: URL,
	accept: string,
): Promise<{ text: string; headers: Headers }> {
	const { value: base, source } = settings.docs_url;
	let response: Response;
	try {
		response = await fetch(address, {
			headers: { accept, 'user-agent': agent },
			signal: AbortSignal.timeout(15_000),
		});
	} catch (cause) {
		throw new Failure('unreachable', `The documentation at ${base} cannot be reached.`, {
			hint: `Check that it runs, and its address: it comes from ${source} (FEEDBACK_DOCS_URL).`,
			next: [['feedback', 'doctor']],
			cause,
		});
	}
	const text = await response.text();
	if (response.ok) return { text, headers: response.headers };
	if (response.status === 404) {
		throw new Failure('not_found', `The documentation has no page ${address.pathname}.`, {
			hint: '"feedback docs get llms.txt" lists every page.',
			next: [['feedback', 'docs', 'get', 'llms.txt']],
		});
	}
	throw new Failure('unavailable', `The documentation answered with status ${response.status}.`);
}

/** What an address that is none of ours answers. */
export function notDocs(base: string, cause?: unknown): Failure {
	return new Failure('unreachable', `${base} does not answer as the documentation does.`, {
		hint: 'Check its address (FEEDBACK_DOCS_URL).',
		next: [['feedback', 'doctor']],
		cause,
	});
}
