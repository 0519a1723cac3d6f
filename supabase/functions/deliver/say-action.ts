import { sayAsked, type PayloadData } from '@feedback/contract';

/** Phrases the action of a request, to follow "asks to". */
export function sayAction({
	action,
	revision,
	site_name = null,
}: Pick<PayloadData<'approval.requested'>, 'action' | 'revision'> & {
	/** Name of the site to create, if the request is for that one. */
	site_name?: string | null;
}): string {
	if (action === 'destination:create') return 'send messages to a new destination';
	if (action === 'destination:change') return 'change a destination';
	return sayAsked({ action, revision, site_name });
}
