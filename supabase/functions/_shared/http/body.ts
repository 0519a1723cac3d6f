import { isUnsafeText, limits, parseJson, ServiceError, type JsonLimits } from '@feedback/contract';

/** Checks of a body before any schema parses it. Tests remove one guard to prove that it is needed. */
export type Guards = {
	/** Throws `invalid_json`, `too_deep` or `body_too_large`. */
	parseJson(text: string, limits: JsonLimits): unknown;
	/** Throws `unsafe_text` or `invalid_request` for values that Postgres or JavaScript cannot store unchanged. */
	checkValue(value: unknown, at: string): void;
};

export const guards: Guards = { parseJson, checkValue };

/** Reads the body of a request as JSON, within the limits. Throws a `ServiceError` that explains the problem. */
export async function readJson(
	request: Request,
	{ parseJson }: Guards,
	most: JsonLimits = limits.request,
): Promise<unknown> {
	const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
	if (type && type !== 'text/plain' && type !== 'application/json') {
		throw new ServiceError('invalid_request', {
			message: 'The content type must be text/plain or application/json.',
			field: 'content-type',
		});
	}
	return parseJson(await readText(request, most.bytes), most);
}

/**
 * The body of a request as text of at most `bytes` bytes. Throws `body_too_large` or `invalid_json`.
 *
 * Not `hono/body-limit`: it trusts `content-length`, and reports an aborted upload as a server error.
 */
export async function readText(request: Request, most: number): Promise<string> {
	if (Number(request.headers.get('content-length')) > most) throw tooLarge(most);
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let bytes = 0;
	let text = '';
	try {
		for await (const chunk of request.body ?? []) {
			bytes += chunk.length;
			if (bytes > most) throw tooLarge(most);
			text += decoder.decode(chunk, { stream: true });
		}
		return text + decoder.decode();
	} catch (cause) {
		if (cause instanceof ServiceError) throw cause;
		throw new ServiceError('invalid_json', {
			message: 'The body is not UTF-8 text, or it ended too soon.',
			cause,
		});
	}
}

/** The body of a request, of at most `most` bytes. Throws `body_too_large`, or `invalid_request` if it ends too soon. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
	if (Number(request.headers.get('content-length')) > most) throw tooLarge(most);
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	let bytes = 0;
	try {
		for await (const chunk of request.body ?? []) {
			bytes += chunk.length;
			if (bytes > most) throw tooLarge(most);
			chunks.push(chunk);
		}
	} catch (cause) {
		if (cause instanceof ServiceError) throw cause;
		throw new ServiceError('invalid_request', { message: 'The body ended too soon.', cause });
	}
	return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function tooLarge(most: number): ServiceError {
	return new ServiceError('body_too_large', { message: `The body is larger than ${most} bytes.` });
}

const reserved = new Set(['__proto__', 'constructor', 'prototype']);

function checkValue(value: unknown, at: string): void {
	if (typeof value === 'string') {
		if (isUnsafeText(value)) throw unsafeText(at);
	} else if (typeof value === 'number') {
		if (!Number.isFinite(value)) throw wrong(at, 'must be a finite number');
	} else if (typeof value === 'object' && value !== null) {
		for (const [key, inner] of Object.entries(value)) {
			if (isUnsafeText(key)) throw unsafeText(join(at, JSON.stringify(key).slice(1, -1)));
			if (reserved.has(key)) throw wrong(join(at, key), 'is a reserved key');
			checkValue(inner, join(at, key));
		}
	}
}

function join(at: string, key: string): string {
	return at ? `${at}.${key}` : key;
}

function unsafeText(field: string): ServiceError {
	return new ServiceError('unsafe_text', {
		message: `${field || 'The value'} holds a NUL character or half of a surrogate pair`,
		...(field && { field }),
	});
}

function wrong(field: string, what: string): ServiceError {
	return new ServiceError('invalid_request', {
		message: `${field || 'The value'} ${what}`,
		...(field && { field }),
	});
}
