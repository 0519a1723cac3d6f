/** State of the regular backups, for metrics. */
export type BackupState = {
	everyHours: number;
	/**
	 * End of the newest backup at the destination, by any server; undefined when there is none or it is not
	 * known.
	 */
	lastSuccess: Date | undefined;
	/** Number of failed backups, in this process. */
	failures: number;
};

let current: BackupState | undefined;

/** The state of the regular backups of this process; undefined when it makes none. */
export function backupState(): BackupState | undefined {
	return current && { ...current };
}

export function setBackupState(state: BackupState | undefined): void {
	current = state;
}
