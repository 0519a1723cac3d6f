import {
	describeRules,
	fillPrompt,
	localizePrompt,
	ServiceError,
	settlePrompt,
	type previewRequestSchema,
} from '@feedback/contract';
import type { z } from 'zod';

import { openPreviewToken } from '../_shared/secrets/preview-token.ts';
import { evaluatePreview } from './evaluate-preview.ts';
import { proveEvent } from './events.ts';
import type { Result } from './result.ts';
import { readRequestContext, type Call } from './request-context.ts';
import type { PreviewResponse } from '../../../contract/src/wire.ts';

/**
 * `POST /sdk/preview`: one revision, published or not, against this visitor. Nothing is stored. The token shows it while
 * its maker may edit prompts of the site.
 */
export async function previewPrompt(
	call: Call,
	request: z.output<typeof previewRequestSchema>,
): Promise<Result<PreviewResponse>> {
	const { service, sql, site, now } = call;
	const shown = openPreviewToken(service.keyring, site.id, request.token, now);
	if (!shown) throw refuseToken();
	const { requestContext, identity, subject } = await readRequestContext(call, request);
	const { session, survey_id: surveyId } = request;
	const event = request.event && (await proveEvent(request.event, session, subject));
	const previewed = await evaluatePreview(sql, requestContext, session, {
		...shown,
		event,
		surveyId,
	});
	if (!previewed) throw refuseToken();
	const { survey_id, name, revision, events, reason, rules, values } = previewed;
	const content = previewed.content && settlePrompt(previewed.content, previewed.met_branches);
	return {
		body: {
			shows: { survey_id, name, revision, events },
			...(reason && { reason }),
			rules: describeRules(rules),
			...(content && {
				prompt: fillPrompt(
					localizePrompt(
						content,
						revision,
						requestContext.context.languages,
						site.settings.appearance,
					),
					values ?? {},
				),
			}),
			...(event?.proofFault && { proof: event.proofFault }),
			...(identity && { identity }),
			now: previewed.now,
		},
	};
}

function refuseToken(): ServiceError {
	return new ServiceError('forbidden', {
		message: 'The preview has ended, or its token is not one of this site.',
		field: 'token',
		hint: 'Open the preview again from the dashboard.',
	});
}
