/** A file that is being written. */
export type FileSink = {
	write(chunk: Uint8Array): Promise<void>;
	/** Finishes the file. */
	close(): Promise<void>;
	/** Discards the file. */
	abort(): Promise<void>;
};

export type FileKind = { name: string; type: string; description: string };

type Picker = (options: {
	suggestedName: string;
	types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<{ createWritable(): Promise<FileSystemWritableFileStream> }>;

/**
 * Opens a file to write to: on disk if the browser has a file dialog, otherwise in memory for a download. Call it in
 * a click handler. Undefined if the person cancels the dialog.
 */
export async function openFile(kind: FileKind): Promise<FileSink | undefined> {
	const pick = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;
	if (!pick) return openDownload(kind);
	try {
		const extension = kind.name.slice(kind.name.lastIndexOf('.'));
		const types = [{ description: kind.description, accept: { [kind.type]: [extension] } }];
		const handle = await pick({ suggestedName: kind.name, types });
		const file = await handle.createWritable();
		return {
			write: (chunk) => file.write(chunk as Uint8Array<ArrayBuffer>),
			close: () => file.close(),
			abort: () => file.abort(),
		};
	} catch (error) {
		if (error instanceof DOMException && error.name === 'AbortError') return undefined;
		// Some frames and policies block the dialog.
		return openDownload(kind);
	}
}

// The browser may store a blob on disk; separate chunks would stay in memory.
const gatherBytes = 4_000_000;

function openDownload({ name, type }: FileKind): FileSink {
	let blob = new Blob([], { type });
	let loose: Uint8Array<ArrayBuffer>[] = [];
	let bytes = 0;
	const gather = () => {
		blob = new Blob([blob, ...loose], { type });
		[loose, bytes] = [[], 0];
	};
	return {
		write(chunk) {
			loose.push(chunk as Uint8Array<ArrayBuffer>);
			bytes += chunk.length;
			if (bytes >= gatherBytes) gather();
			return Promise.resolve();
		},
		close() {
			gather();
			saveBlob(blob, name);
			return Promise.resolve();
		},
		abort() {
			[blob, loose] = [new Blob(), []];
			return Promise.resolve();
		},
	};
}

/** Downloads a blob in memory. */
export function saveBlob(blob: Blob, name: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	// Give the browser time to start reading the blob.
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Writes a stream chunk by chunk. Leaves no file after an error or abort. */
export async function saveStream(
	stream: ReadableStream<Uint8Array>,
	sink: FileSink,
	{ signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<void> {
	const reader = stream.getReader();
	let bytes = 0;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			signal.throwIfAborted();
			if (done) break;
			await sink.write(value);
			bytes += value.length;
			onBytes(bytes);
		}
		await sink.close();
	} catch (error) {
		await reader.cancel().catch(() => undefined);
		await sink.abort().catch(() => undefined);
		throw error;
	}
}
