import recorded from '../../../content/api/examples.json' with { type: 'json' };

/**
 * A recorded call of an operation with the service's response; see `supabase/functions/manage/api-examples.test.ts`.
 */
export type Example = {
	input: object;
	path: string;
	body?: unknown;
	response: { type: string; body: unknown };
};

export const examples = recorded as Record<string, Example>;

/** The call as a command line. */
export function writeCurl(method: string, { path, body }: Example): string {
	const address = `"$FEEDBACK_API_URL/manage${path}"`;
	const lines = [
		method === 'GET' ? `curl ${address}` : `curl -X ${method} ${address}`,
		`  -H "Authorization: Bearer $FEEDBACK_TOKEN"`,
	];
	if (body !== undefined) {
		const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
		lines.push(`  -H 'Content-Type: application/json'`, `  -d '${json.replaceAll('\n', '\n  ')}'`);
	}
	return lines.join(' \\\n');
}

/** The call with the typed client. */
export function writeClientCall(name: string, { input }: Example): string {
	return `const result = await client.${name}(${writeLiteral(input)});`;
}

function writeLiteral(value: unknown): string {
	const lines = JSON.stringify(value, null, 2)
		.replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
		.replace(/"((?:[^"\\]|\\.)*)"/g, (text, inner: string) =>
			/['\\]/.test(inner) ? text : `'${inner}'`,
		);
	const short = lines.replace(/\s*\n\s*/g, ' ');
	return short.length <= 70 ? short : lines;
}

/** The body of the response as a code block; `undefined` for a binary file. */
export function writeResponse({ response }: Example): { code: string; lang: string } | undefined {
	const { type, body } = response;
	if (typeof body !== 'string') return { code: JSON.stringify(body, null, 2), lang: 'json' };
	return body === '' ? undefined : { code: body, lang: type === 'text/csv' ? 'csv' : 'json' };
}
