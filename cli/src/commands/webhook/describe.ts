import { destinationDescriptions, type Destination } from '@feedback/contract';

import { option } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import type { Paint } from '../../output/paint.ts';
import { renderFacts } from '../../output/table.ts';
import { uuidSchema } from '../../uuid.ts';

export const destinationUuid = option(
	uuidSchema,
	'The destination; "webhook list" shows them.',
	'destination_uuid',
);

/** `active`, or why it is paused or does not work. */
export function describeState({ state, pause_cause, failing_since }: Destination): string {
	if (state === 'paused') {
		return {
			person: 'paused',
			failing: 'paused: nothing was delivered for days',
			gone: 'paused: the receiver answered 410',
		}[pause_cause ?? 'person'];
	}
	return failing_since === null ? 'active' : `failing since ${moment(failing_since)}`;
}

/** One line for each recipient of an e-mail destination. */
function listRecipients({ recipients }: Destination): [string, string][] {
	return (recipients ?? []).map(({ address, confirmed, unsubscribed_at: left }) => {
		const state =
			left !== null
				? ` (unsubscribed ${moment(left)})`
				: confirmed
					? ''
					: ' (waiting for confirmation)';
		return ['recipient', `${address}${state}`];
	});
}

function describeTarget({ kind, host, tracker, channel }: Destination): string {
	return destinationDescriptions[kind].describeTarget({ host, tracker, channel });
}

/** A destination as text. */
export function renderDestination(destination: Destination, paint: Paint): string {
	const { id, kind, name, host, url, event_types, prompts, condition, partial, include_visitor } =
		destination;
	return renderFacts(
		[
			['uuid', id],
			['kind', kind],
			['name', name],
			[
				'to',
				destination.tracker || destination.channel ? describeTarget(destination) : (url ?? host),
			],
			['state', describeState(destination)],
			...listRecipients(destination),
			['events', event_types.join(', ') || 'none: members choose responses'],
			['prompts', prompts === null ? 'all' : prompts.join(', ')],
			['condition', condition === null ? 'none' : JSON.stringify(condition)],
			['answers', partial ? 'also before the visitor has finished' : 'completed ones only'],
			['visitor', include_visitor ? 'account ID and traits' : 'visitor ID only'],
			['waiting', String(destination.waiting)],
			[
				'delivered',
				destination.last_delivered_at === null ? 'never' : moment(destination.last_delivered_at),
			],
		],
		paint,
	);
}
