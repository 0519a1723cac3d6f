import { sayAsked, type PayloadData } from '@feedback/contract';

/** Phrases the action of a request, to follow "asks to". */
export function sayAction({
	action,
	revision,
}: Pick<PayloadData<'approval.requested'>, 'action' | 'revision'>): string {
	if (action === 'destination:create') return 'send messages to a new destination';
	if (action === 'destination:change') return 'change a destination';
	return sayAsked({ action, revision });
}
