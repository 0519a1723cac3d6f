/** The name of a WAL segment, such as `000000010000000000000002`, in parts. */
export type WalSegment = { timeline: number; number: number };

const pattern = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;

/** Undefined for other WAL files, such as `00000002.history`. */
export function parseWalSegment(name: string, segmentBytes: number): WalSegment | undefined {
	const parts = pattern
		.exec(name)
		?.slice(1)
		.map((part) => Number.parseInt(part, 16));
	if (!parts) return undefined;
	const [timeline, high, low] = parts as [number, number, number];
	return { timeline, number: high * segmentsPerFile(segmentBytes) + low };
}

export function formatWalSegment({ timeline, number }: WalSegment, segmentBytes: number): string {
	const perFile = segmentsPerFile(segmentBytes);
	return [timeline, Math.floor(number / perFile), number % perFile]
		.map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
		.join('');
}

/** Names of the segments from `first` to `last`, inclusive. Both must be on the same timeline. */
export function listWalSegments(first: string, last: string, segmentBytes: number): string[] {
	const from = parseWalSegment(first, segmentBytes);
	const to = parseWalSegment(last, segmentBytes);
	if (!from || !to || from.timeline !== to.timeline || from.number > to.number) {
		throw new Error(`There are no WAL segments from ${first} to ${last}.`);
	}
	return Array.from({ length: to.number - from.number + 1 }, (_, offset) =>
		formatWalSegment({ timeline: from.timeline, number: from.number + offset }, segmentBytes),
	);
}

// Postgres counts segments within "files" of 4 GiB, a term from before segments could have other sizes.
function segmentsPerFile(segmentBytes: number): number {
	return 0x1_0000_0000 / segmentBytes;
}
