/** Why a file is not edited: it is not clear where, or the file is not understood. Never a guess. */
export class Unplanned extends Error {
	override name = 'Unplanned';
}
