import { scriptStub } from './generated/script-stub.ts';

export { scriptStub };

/** URL at which a service serves the SDK for pages without a bundler. */
export function scriptAddress(apiUrl: string): string {
	return `${apiUrl}/sdk/feedback.js`;
}

/**
 * The lines that put the SDK into a page without a bundler. The page does not wait for the script: calls
 * are queued until it has loaded.
 *
 * @param address - Address of the script.
 * @param calls - Lines of code that use the SDK, `init` first.
 * @example
 * writeScriptTags(scriptAddress(apiUrl), [`Feedback.init({ siteId: 'site_demo000000' });`]).join('\n');
 */
export function writeScriptTags(address: string, calls: string[], indent = '  '): string[] {
	return [
		'<script>',
		`${indent}// Queues calls until feedback.js is there.`,
		indent + scriptStub,
		...calls.map((line) => indent + line),
		'</script>',
		`<script async src="${escape(address)}"></script>`,
	];
}

function escape(value: string): string {
	return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
