/** Thrown when it is not clear how to edit the app: the wizard never guesses. */
export class Unplanned extends Error {
	override name = 'Unplanned';
}
