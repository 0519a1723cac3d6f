/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type = 'application/yaml'): void {
	const address = URL.createObjectURL(new Blob([text], { type }));
	const link = document.createElement('a');
	[link.href, link.download] = [address, name];
	link.click();
	// Some browsers start reading the file only after the click event.
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
