/** Why a request to another server failed. */
export const outgoingFailures = {
	insecure_url: 'The URL must begin with https://.',
	credentials_in_url: 'The URL must not hold a user name or password.',
	unknown_host: 'The host has no address.',
	private_address: 'The host has an address that is not on the public internet.',
	switched_off:
		'The operator has switched off outgoing HTTPS: this server calls only addresses in its private_networks.',
	not_permitted:
		'This server may connect to public hosts only by IPv4 at port 443, and to its private_networks.',
	unreachable: 'The host refuses connections or cannot be reached.',
	interrupted: 'The host closed the connection before its response was complete.',
	untrusted_certificate: 'The certificate of the host is not trusted.',
	timeout: 'The host took too long.',
	headers_too_large: 'The response has too many headers.',
	response_too_large: 'The response is too large.',
	bad_response: 'The host does not answer by HTTP as it should.',
} as const;

export type OutgoingFailure = keyof typeof outgoingFailures;

/** A request to another server that was not made or got no response. */
export class OutgoingError extends Error {
	override readonly name = 'OutgoingError';
	readonly failure: OutgoingFailure;

	constructor(failure: OutgoingFailure, options?: ErrorOptions) {
		super(outgoingFailures[failure], options);
		this.failure = failure;
	}
}
