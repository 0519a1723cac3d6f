import fc from 'fast-check';

import { mintUuidv7 } from '../_shared/uuidv7.ts';

/** One request with exactly one thing wrong, or a body that is not an envelope at all. */
export type HostileRequest = {
	route: string;
	body: string | Uint8Array<ArrayBuffer>;
	what: string;
};

/** Values for a valid request. */
export type Ground = { site: string; now: number; display: string; secret: string };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = (string | number)[];

/** A valid envelope for each route, with every optional part, so that every part can be made invalid. */
function goodRequests({ site, now, display, secret }: Ground): Record<string, Json> {
	const id = () => mintUuidv7(now);
	const caller = () => ({
		site,
		visitor: crypto.randomUUID(),
		session: id(),
		sdk: '0.4.0',
		context: { path: '/reports', device: 'desktop', languages: ['de-AT', 'en'] },
		identify: { account: `account-${crypto.randomUUID()}`, traits: { plan: 'pro', seats: 3 } },
		device: [{ survey_id: 'export-experience', at: now - 1_000 }],
		debug: '1.x',
	});
	const event = () => ({
		id: id(),
		name: 'report.exported',
		properties: { format: 'pdf', pages: 3, draft: false, owner: null },
		proof: 'not.a.proof',
		session: id(),
	});
	return {
		'/events': {
			...caller(),
			events: [event(), event()],
			decide: false,
			dropped: { queue_full: 2 },
		},
		'/identify': caller(),
		'/reset': caller(),
		'/show': { ...caller(), id: id(), survey_id: 'quick-poll' },
		'/claim': { ...caller(), event: id() },
		'/poll': { ...caller(), id: id() },
		'/display': { site, display, secret, state: 'displayed', reason: 'late' },
		'/answer': { site, display, secret, seq: 1, final: false, answers: { score: 4, why: 'good' } },
	};
}

/** Every place inside a value, the value itself first. */
function listPaths(value: Json, at: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [at];
	return [
		at,
		...Object.entries(value).flatMap(([key, inner]) =>
			listPaths(inner, [...at, Array.isArray(value) ? Number(key) : key]),
		),
	];
}

function replaceAt(value: Json, path: Path, change: (old: Json) => Json | undefined): Json {
	const [key, ...rest] = path;
	if (key === undefined) return change(value) ?? null;
	const copy = structuredClone(value) as Record<string | number, Json>;
	const changed = rest.length === 0 ? change(copy[key]!) : replaceAt(copy[key]!, rest, change);
	if (changed !== undefined) copy[key] = changed;
	else if (Array.isArray(copy)) copy.splice(key as number, 1);
	else delete copy[key];
	return copy;
}

// Values that JSON.stringify cannot write, by placeholder.
const raw: Record<string, string> = {
	'"@infinity"': '1e999',
	'"@minus-infinity"': '-1e999',
	'"@nan"': 'NaN',
	'"@undefined"': 'undefined',
	'"@deep"': '['.repeat(10_000) + ']'.repeat(10_000),
	'"@nest"': '{"a":'.repeat(9) + '1' + '}'.repeat(9),
	'"@proto"': '"__proto__"',
	'"@twice":1': '"site":1,"site":2',
};

function write(value: Json): string {
	let text = JSON.stringify(value);
	for (const [word, written] of Object.entries(raw)) text = text.replaceAll(word, written);
	return text;
}

const wrongValues: Json[] = [
	null,
	true,
	false,
	0,
	-1,
	0.5,
	1e21,
	2 ** 53,
	9e15,
	'',
	' ',
	'x',
	[],
	{},
	[[]],
	[{}],
	{ a: {} },
	'@infinity',
	'@minus-infinity',
	'@nan',
	'@undefined',
	'@deep',
	'@nest',
	'\0',
	'a\0b',
	'\ud800',
	'x\udc00',
	'\ud83d',
	'\ufffe',
	'\u202e',
	'👋'.repeat(50),
	'x'.repeat(200),
	'x'.repeat(2_000),
	'x'.repeat(20_000),
	'x'.repeat(70_000),
	"'; drop table app.events; --",
	'$1',
	'%s',
	'{{',
	'<script>alert(1)</script>',
	'../../etc/passwd',
	'00000000-0000-0000-0000-000000000000',
	'FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF',
	'00000000-0000-7000-8000-000000000000',
	'ffffffff-ffff-7fff-bfff-ffffffffffff',
	crypto.randomUUID(),
	'site_other00000',
	'site_',
	'export-experience',
	Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`key${at}`, at])),
	Array.from({ length: 60 }, () => 'x'),
];

const wrongKeys = ['@proto', 'constructor', 'prototype', 'extra', '', '\0', '\ud800', '@twice'];

/** Inserts an invalid part into the text, at its front, middle or end. */
const spoilers = ['\0', '\ud800', '\udfff', '\n', ' ', '"', '\u2028', 'é'];

const faults = {
	replace: fc
		.constantFrom(...wrongValues)
		.map((wrong) => ({
			what: `is ${JSON.stringify(wrong).slice(0, 40)}`,
			change: (): Json => wrong,
		})),
	spoil: fc
		.tuple(fc.constantFrom(...spoilers), fc.constantFrom(0, 0.5, 1))
		.map(([spoiler, where]) => ({
			what: `holds ${JSON.stringify(spoiler)}`,
			change: (old: Json): Json => {
				if (typeof old !== 'string') return spoiler;
				const at = Math.round(old.length * where);
				return old.slice(0, at) + spoiler + old.slice(at);
			},
		})),
	remove: fc.constant({ what: 'is missing', change: () => undefined }),
	add: fc
		.constantFrom(...wrongKeys)
		.map((key) => ({
			what: `has the key ${JSON.stringify(key)}`,
			change: (old: Json): Json =>
				typeof old === 'object' && old !== null && !Array.isArray(old)
					? { ...old, [key]: 1 }
					: { [key]: 1 },
		})),
};

/**
 * Requests that have a valid envelope except for one fault at one place. Bodies without any structure would
 * be refused early and never reach later checks.
 */
export function oneFaultRequests(ground: () => Ground): fc.Arbitrary<HostileRequest> {
	const places = Object.entries(goodRequests(ground())).flatMap(([route, good]) =>
		listPaths(good).map((path) => ({ route, path })),
	);
	const fault = fc.oneof(faults.replace, faults.spoil, faults.remove, faults.add);
	return fc.tuple(fc.constantFrom(...places), fault).map(([{ route, path }, { what, change }]) => {
		const good = goodRequests(ground())[route]!;
		return {
			route,
			body: write(replaceAt(good, path, change)),
			what: `${path.join('.') || 'the body'} ${what}`,
		};
	});
}

/** Bodies that are invalid as text: truncated, with a flipped byte, or random bytes. */
export function brokenBodies(ground: () => Ground): fc.Arbitrary<HostileRequest> {
	const routes = Object.keys(goodRequests(ground()));
	const bytesOf = (route: string) =>
		new TextEncoder().encode(write(goodRequests(ground())[route]!)) as Uint8Array<ArrayBuffer>;
	return fc
		.tuple(
			fc.constantFrom(...routes),
			fc.nat(),
			fc.nat(255),
			fc.constantFrom('cut', 'flip', 'noise'),
		)
		.map(([route, at, byte, kind]) => {
			const bytes = bytesOf(route);
			const place = at % bytes.length;
			if (kind === 'cut') return { route, body: bytes.slice(0, place), what: `cut at ${place}` };
			if (kind === 'flip') bytes[place] = byte;
			else bytes.fill(byte, place);
			return { route, body: bytes, what: `${kind} ${byte} at ${place}` };
		});
}

/** Valid envelopes, for requests that must still work afterwards. */
export function goodRequest(ground: Ground, route: string): string {
	return write(goodRequests(ground)[route]!);
}
