import { ServiceError, type ErrorCode } from '@feedback/contract';

import { RetryLater } from '../../_shared/http/reply.ts';

// Errors that the database raises with our codes (FB…), by row-level security or for a missing privilege are the
// caller's errors, not the service's.
const refusals: Record<string, ErrorCode> = {
	'42501': 'forbidden',
	FB401: 'unauthenticated',
	FB402: 'approval_required',
	FB403: 'forbidden',
	FB404: 'not_found',
	FB409: 'conflict',
	FB412: 'recent_sign_in_required',
	FB428: 'presence_required',
	FB422: 'invalid_prompt',
	FB423: 'agents_paused',
	FB429: 'rate_limited',
	FB503: 'unavailable',
};

// Unique constraints that callers can violate.
const taken: Record<string, { field: string; message: string }> = {
	survey_id_is_unique_in_its_site: {
		field: 'survey_id',
		message: 'The site has a prompt with this survey ID already.',
	},
	audience_key_is_unique_in_its_site: {
		field: 'key',
		message: 'The site has an audience with this key already.',
	},
	tag_name_is_unique_in_its_site: {
		field: 'name',
		message: 'The site has a tag with this name already.',
	},
	saved_filter_name_is_unique_in_its_prompt: {
		field: 'name',
		message: 'The prompt has a saved filter with this name already.',
	},
	template_name_is_unique_in_its_workspace: {
		field: 'name',
		message: 'The workspace has a template with this name already.',
	},
	prompts_pkey: { field: 'id', message: 'There is a prompt with this id already.' },
	sites_pkey: { field: 'id', message: 'There is a site with this id already.' },
};

// Messages for rows that were deleted while a row that references them was written.
const gone: Record<string, string> = {
	responses_site_id_subject_id_fkey:
		'A visitor of these responses signed in meanwhile. Nothing was changed: try again.',
	text_tags_site_id_tag_id_fkey: 'The tag was deleted meanwhile. Nothing was changed.',
	label_proposals_site_id_tag_id_fkey: 'The tag was deleted meanwhile. Nothing was changed.',
	text_tags_site_id_display_id_question_id_fkey:
		'The text was deleted meanwhile. Nothing was changed.',
	label_proposals_site_id_display_id_question_id_fkey:
		'The text was deleted meanwhile. Nothing was changed.',
};

type DatabaseError = Error & {
	code?: unknown;
	constraint?: unknown;
	detail?: unknown;
	hint?: unknown;
};

/** Returns the error to report: a refusal by the database as a `ServiceError`, any other error unchanged. */
export function explainRefusal(thrown: unknown): unknown {
	if (!(thrown instanceof Error)) return thrown;
	const { code, constraint, detail, hint } = thrown as DatabaseError;
	if (code === '23505' && typeof constraint === 'string' && Object.hasOwn(taken, constraint)) {
		return new ServiceError('conflict', { ...taken[constraint], cause: thrown });
	}
	if (code === '23503' && typeof constraint === 'string' && Object.hasOwn(gone, constraint)) {
		return new ServiceError('conflict', { message: gone[constraint]!, cause: thrown });
	}
	const known = typeof code === 'string' ? refusals[code] : undefined;
	if (!known) return thrown;
	// Our messages explain the refusal; Postgres' own messages name tables and roles.
	const isOurs = code !== '42501';
	if (code === 'FB429' && typeof detail === 'string' && /^\d+$/.test(detail)) {
		return new RetryLater(Number(detail), { message: thrown.message, cause: thrown });
	}
	return new ServiceError(known, {
		...(isOurs && { message: thrown.message }),
		// The field of the prompt that is wrong.
		...(code === 'FB422' && typeof detail === 'string' && { field: detail }),
		...(isOurs && typeof hint === 'string' && { hint }),
		cause: thrown,
	});
}
