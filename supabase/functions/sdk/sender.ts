import { toHex } from '../_shared/http/bytes.ts';

/** Where a request comes from, as keyed daily hashes. */
export type Sender = {
	/** Of the network address; null when there is none. */
	address: Uint8Array | null;
	/** Of the network of an IPv6 address, whose owner has many addresses. */
	network?: Uint8Array | null;
};

/** The hashes in the form that the database accepts. */
export function toSenderRow({ address, network }: Sender) {
	return { address: address && toHex(address), ...(network && { network: toHex(network) }) };
}
