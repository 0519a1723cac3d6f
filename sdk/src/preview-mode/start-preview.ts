import type { PreviewResponse, PreviewRequest } from '@feedback/contract/wire';

import { mintId } from '../uuid.ts';
import { version } from '../version.ts';
import { showBar } from './bar.ts';
import { describeVerdict, describeWait, endedWords } from './describe.ts';
import { answerLocally, answerVerdict, type Body } from './answer-calls.ts';
import { createPreviewIdentity } from './preview-identity.ts';

/** Without `preview`, the SDK behaves as it does for visitors. */
type Options = { siteId: string; apiUrl: string; preview?: unknown };

/**
 * Shows a revision on this page while `token` is valid. Returns a replacement of `fetch` for the SDK: the
 * service decides events and `show()` without storing them; all other requests are handled here. When the
 * token has expired, the preview is removed from `options`, and requests are sent to the service again.
 */
export function startPreview(options: Options, token: string): typeof fetch {
	const { siteId, apiUrl } = options;
	const key = `feedback:${siteId}:preview`;
	const previewIdentity = createPreviewIdentity(`${key}-identity`);
	const bar = showBar(() => {
		forgetToken();
		previewIdentity.forget();
		location.reload();
	});
	let ended = false;
	try {
		// For the next pages in this tab.
		sessionStorage.setItem(key, JSON.stringify(token));
	} catch {
		// Without storage, the preview ends with the page.
	}

	function forgetToken(): void {
		try {
			sessionStorage.removeItem(key);
		} catch {
			// There was nothing to remove.
		}
	}

	function end(): void {
		if (ended) return;
		ended = true;
		delete options.preview;
		forgetToken();
		bar.end(endedWords);
	}

	/** The service's decision; `undefined` once the token has expired. */
	async function judge(request: Omit<PreviewRequest, 'token'>, init: RequestInit) {
		const body = JSON.stringify({ ...request, token });
		const response = await fetch(`${apiUrl}/sdk/preview`, { ...init, body });
		if (response.ok) return (await response.json()) as PreviewResponse;
		const { error } = (await response.clone().json()) as { error?: Record<string, string> };
		if (error?.['field'] === 'token') return end();
		bar.setStatus([error?.['message'], error?.['hint']].filter(Boolean).join(' '));
		return response;
	}

	async function open(): Promise<void> {
		const now = Date.now();
		const nobody = { site: siteId, visitor: mintId(now), session: mintId(now), sdk: version };
		const shown = await judge(nobody, { method: 'POST', credentials: 'omit' });
		if (!shown || shown instanceof Response) return;
		const { name, revision } = shown.shows;
		bar.title(`Preview of “${name}”, revision ${revision}`);
		bar.setStatus(describeWait(shown));
	}

	const opening = open().catch(() =>
		bar.setStatus('The service did not answer. Load the page again.'),
	);
	let matched = false;

	return async (input, init = {}) => {
		await opening;
		const route = String(input).split('/').at(-1)!;
		const body = JSON.parse(String(init.body)) as Body;
		const identify = previewIdentity.merge(route, body);
		if (!ended) {
			const asked = {
				event: body.decide ? body.events?.[0] : undefined,
				survey_id: body.survey_id,
			};
			if (!asked.event && !asked.survey_id) return answerLocally(route, body);
			const { site, visitor, session, sdk, context, device } = body;
			const caller = { site, visitor, session, sdk, context, device, identify };
			const verdict = await judge({ ...caller, ...asked }, init);
			if (verdict instanceof Response) return verdict;
			if (verdict) {
				// Unrelated events must not replace the explanation of why the prompt was or was not shown.
				matched ||= !!verdict.prompt;
				if (verdict.prompt || !matched) {
					bar.setStatus(describeVerdict(verdict, asked.event?.name), verdict.rules);
				}
				return answerVerdict(verdict, body);
			}
		}
		return fetch(input, { ...init, body: JSON.stringify({ ...body, identify }) });
	};
}
