/** Memory for the bodies of requests to one target: a limit for all together, and one for each sender. */
export type BodyMemory = {
	/** Takes bytes; false if that exceeds a limit. They count either way. */
	take(sender: string, bytes: number): boolean;
	giveBack(sender: string, bytes: number): void;
};

/** @param limits maximum bytes of all senders, and of one */
export function createBodyMemory(limits: { all: number; sender: number }): BodyMemory {
	let taken = 0;
	const bySender = new Map<string, number>();
	return {
		take(sender, bytes) {
			const theirs = (bySender.get(sender) ?? 0) + bytes;
			bySender.set(sender, theirs);
			taken += bytes;
			return taken <= limits.all && theirs <= limits.sender;
		},
		giveBack(sender, bytes) {
			const left = (bySender.get(sender) ?? 0) - bytes;
			if (left > 0) bySender.set(sender, left);
			else bySender.delete(sender);
			taken -= bytes;
		},
	};
}
