/** The destination has no file with this key. */
export class NotStored extends Error {
	override name = 'NotStored';
	constructor(key: string, destination: string, options?: ErrorOptions) {
		super(`${destination} has no file ${key}.`, options);
	}
}
