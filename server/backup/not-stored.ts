/** The destination has no file of this key. */
export class NotStored extends Error {
	override name = 'NotStored';
	constructor(key: string, destination: string, options?: ErrorOptions) {
		super(`${destination} has no file ${key}.`, options);
	}
}
