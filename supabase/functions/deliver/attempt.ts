import type { AttemptOutcome } from '@feedback/contract';

import type { OutgoingError, OutgoingFailure } from '../_shared/outgoing/outgoing-error.ts';

/** Outcome of a delivery attempt, as the log stores it. */
export type Attempt = {
	outcome: AttemptOutcome;
	/** HTTP or SMTP status of the answer; null without one. */
	status: number | null;
	milliseconds: number;
	/** Bytes of the body that was sent. */
	bytes: number;
	/** SHA-256 of that body in hexadecimal; null when nothing was sent. */
	sha256: string | null;
	/** Description of the failure; null when the message was delivered. */
	error: string | null;
	/** Seconds for which the receiver asks to wait; null when it does not. */
	retryAfterSeconds: number | null;
	/** The receiver responded that it no longer exists. */
	gone: boolean;
	/** No further attempt can succeed, and other messages can. */
	stops?: boolean;
	/** Recipients of an e-mail to whom this attempt sent it. */
	sentTo: string[];
	/** The issue that it created, or the ID of the one on which it commented. */
	issue?: { key: string; url: string; title: string } | { id: string };
};

/** An attempt that sent nothing because of the settings of the destination or of the service. */
export function misconfigured(error: string): Attempt {
	return {
		outcome: 'misconfigured',
		status: null,
		milliseconds: 0,
		bytes: 0,
		sha256: null,
		error,
		retryAfterSeconds: null,
		gone: false,
		sentTo: [],
	};
}

/** The outcome of a request that was not made or got no response. */
export function outcomeOf({ failure }: OutgoingError): AttemptOutcome {
	return outcomes[failure] ?? 'unreachable';
}

const outcomes: Partial<Record<OutgoingFailure, AttemptOutcome>> = {
	insecure_url: 'misconfigured',
	credentials_in_url: 'misconfigured',
	private_address: 'misconfigured',
	timeout: 'timeout',
};
