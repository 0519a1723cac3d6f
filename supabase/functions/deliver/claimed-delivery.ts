import type { Destination, DestinationKind, EventType, PromptInput } from '@feedback/contract';

type EmailSchedule = Destination['schedule'];

/** A row of `app.claim_deliveries`: one delivery, leased to this worker, with everything needed to send it. */
export type ClaimedDelivery = {
	site: { id: string; site_id: string; name: string; time_zone: string };
	destination: {
		id: string;
		kind: DestinationKind;
		name: string;
		/** URL of a webhook. */
		url: string | null;
		/** Slack URL, encrypted, in base64. */
		sealed_url: string | null;
		/** Where issues are created; null for kinds that create none. */
		tracker: Destination['tracker'];
		/** The token of the tracker's API, encrypted, in base64. */
		sealed_token: string | null;
		/** The secret of a webhook, encrypted, in base64. */
		sealed_secret: string | null;
		/** The previous secret, while both sign. */
		sealed_old_secret: string | null;
		/** Recipients to whom an e-mail is still to be sent, without those who have not confirmed. */
		recipients: string[] | null;
		include_visitor: boolean;
		/** Times at which an e-mail is sent, and its readers' time zone. */
		schedule: EmailSchedule;
	};
	/** `at` is when it happened. */
	message: { id: string; type: EventType | 'digest' | 'selection'; test: boolean; at: string };
	/** Has the form of the contract's `payloadDataSchemas`, without `url`; for a digest, its period. */
	data: Record<string, unknown>;
	/**
	 * The issue on which the message comments, or that it became already (`has_message`); null for others. It is in the
	 * tracker of the destination.
	 */
	issue: { id: string; key: string; url: string; has_message: boolean } | null;
	/** The revision that a response answers; null for other messages. */
	content: PromptInput | null;
	lease: string;
	/** 1 for the first attempt. */
	attempt: number;
};
