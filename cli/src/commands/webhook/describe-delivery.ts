import type { RouteOutput } from '@feedback/contract';

import { moment } from '../../output/more.ts';
import type { Paint } from '../../output/paint.ts';
import { renderFacts } from '../../output/table.ts';

type Delivery = RouteOutput<'redeliverMessage'>;

/** Describes the outcome of the newest attempt. */
export function describeAttempt({ last_attempt: last }: Delivery): string {
	if (!last) return 'not attempted yet';
	const status = last.status === null ? '' : ` (${last.status})`;
	const problem = last.error === null ? '' : `: ${last.error}`;
	return `${last.outcome}${status} in ${last.milliseconds} ms${problem}`;
}

/** A delivery as text. */
export function renderDelivery(delivery: Delivery, paint: Paint): string {
	const { message, type, at, state, attempts, next_at, issue } = delivery;
	return renderFacts(
		[
			['message', message],
			['type', type],
			['at', moment(at)],
			['state', state],
			['attempts', String(attempts)],
			['last attempt', describeAttempt(delivery)],
			...(issue === null ? [] : [['issue', issue.url] as [string, string]]),
			...(next_at === null ? [] : [['next attempt', moment(next_at)] as [string, string]]),
		],
		paint,
	);
}
