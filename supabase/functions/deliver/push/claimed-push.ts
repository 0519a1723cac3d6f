import type { PayloadData } from '@feedback/contract';

/** A row of `app.claim_pushes`: one notification, leased to this worker, with everything needed to send it. */
export type ClaimedPush = {
	id: string;
	lease: string;
	/** Whether the browser was notified of the request before. */
	reminder: boolean;
	/** ID of the subscription. */
	subscription: string;
	/** Host of the push service. */
	host: string;
	/** The subscription, encrypted, in base64. */
	sealed: string;
	/** The VAPID keys; the private one is encrypted, in base64. */
	keys: { public: string; sealed_private: string };
	/** The request to decide on; null for the first notification in a new browser. */
	request: PushedRequest | null;
};

export type PushedRequest = Pick<
	PayloadData<'approval.requested'>,
	'id' | 'action' | 'revision' | 'expires_at'
> & {
	/** Name of the program that asks. */
	connection: string;
	survey_id: string | null;
	workspace: string;
	/** Name of the site, or of the one to create; null for any new site. */
	site: string | null;
};
