/** State of continuous archiving, for metrics and for `doctor`. */
export type ArchivingState = {
	/** The last segment that this process stored at the destination, and when. */
	lastStored: { segment: string; at: Date } | undefined;
	/** Finished segments that wait on this machine. */
	waiting: { segments: number; bytes: number };
	/** Number of times Postgres failed to hand over a segment, since its statistics began. */
	postgresFailures: number;
	/** Number of times the destination failed to store a segment, in this process. */
	destinationFailures: number;
	/** Why archiving is failing, as a sentence; undefined while it works. */
	problem: string | undefined;
};

let current: ArchivingState | undefined;

/** The state of the archiving that runs in this process; undefined when none does. */
export function archivingState(): ArchivingState | undefined {
	return current && { ...current };
}

export function setArchivingState(state: ArchivingState | undefined): void {
	current = state;
}
