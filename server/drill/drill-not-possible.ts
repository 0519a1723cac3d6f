/** A drill that could not begin. It says nothing about the backups. */
export class DrillNotPossible extends Error {
	override name = 'DrillNotPossible';
}
