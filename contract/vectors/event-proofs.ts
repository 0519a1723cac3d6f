// Two valid proofs and twenty invalid ones, for every verifier and issuer. `generate.ts` writes them to a file.
import { createHmac, createPrivateKey, sign } from 'node:crypto';

const secret = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
// RFC 8032 §7.1, test 1.
const privateKey = Buffer.from(
	'9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
	'hex',
);
const publicKey = Buffer.from(
	'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
	'hex',
);

const site = 'site_test';
const now = 1_700_000_060;
const event = 'invoice.paid';
const account = 'user_42';
const visitor = '018bcfe5-0000-7000-8000-00000000000a';
const claims = {
	aud: site,
	jti: '018bcfe5-6800-7000-8000-000000000001',
	iat: 1_700_000_000,
	exp: 1_700_000_300,
	evt: event,
	sub: account,
	props: { plan: 'pro', amount: 4200, currency: 'EUR', note: 'Grüße ✓' },
};
const hs256 = { alg: 'HS256', kid: 'k1', typ: 'evp+jwt' };
const eddsa = { alg: 'EdDSA', kid: 'e1', typ: 'evp+jwt' };

const base64url = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');
const input = (header: object, body: object | string) =>
	`${base64url(JSON.stringify(header))}.${base64url(typeof body === 'string' ? body : JSON.stringify(body))}`;

function hmac(header: object, body: object | string, key = secret): string {
	const signed = input(header, body);
	return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

function ed25519(header: object, body: object): string {
	const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), privateKey]);
	const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
	const signed = input(header, body);
	return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

function without(name: keyof typeof claims): object {
	return Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
}

const good = hmac(hs256, claims);
const [head, body, mark] = good.split('.') as [string, string, string];
const plain = JSON.stringify(claims);

/** Returns the same bytes with another last character: its two spare bits are not zero. */
function respellLast(text: string): string {
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
	return text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1)!) + 1]!;
}

const counted = { id: claims.jti, account, properties: claims.props };
const goodVectors = [
	{ name: 'HS256', token: good, expect: counted },
	{ name: 'EdDSA', token: ed25519(eddsa, claims), expect: counted },
];

const badVectors: { name: string; token: string; fault: string; kept_as?: string }[] = [
	{
		name: 'algorithm none, no signature',
		token: `${input({ ...hs256, alg: 'none' }, claims)}.`,
		fault: 'malformed',
	},
	{
		name: 'type of an identity proof',
		token: hmac({ ...hs256, typ: 'idt+jwt' }, claims),
		fault: 'header',
	},
	{ name: 'no type', token: hmac({ alg: 'HS256', kid: 'k1' }, claims), fault: 'header' },
	{
		name: 'HS256 keyed with the public key of EdDSA',
		token: hmac({ ...hs256, kid: 'e1' }, claims, publicKey),
		fault: 'header',
	},
	{ name: 'crit in the header', token: hmac({ ...hs256, crit: ['exp'] }, claims), fault: 'header' },
	{
		name: 'a key in the header',
		token: hmac({ ...hs256, jwk: { kty: 'oct', k: base64url(secret) } }, claims),
		fault: 'header',
	},
	{
		name: 'payload changed after signing',
		token: `${head}.${base64url(plain.replace('4200', '4201'))}.${mark}`,
		fault: 'signature',
	},
	{ name: 'four segments', token: `${good}.${mark}`, fault: 'malformed' },
	{ name: 'padding', token: `${good}=`, fault: 'malformed' },
	{ name: 'a trailing newline', token: `${good}\n`, fault: 'malformed' },
	{
		name: 'another spelling of the last character',
		token: `${head}.${body}.${respellLast(mark)}`,
		fault: 'malformed',
	},
	{
		name: 'a key twice',
		token: hmac(hs256, plain.replace('"iat"', `"\\u0061ud":"${site}","iat"`)),
		fault: 'malformed',
	},
	{ name: 'another site', token: hmac(hs256, { ...claims, aud: 'site_other' }), fault: 'site' },
	{ name: 'a list of sites', token: hmac(hs256, { ...claims, aud: [site] }), fault: 'claims' },
	{
		name: 'expired',
		token: hmac(hs256, { ...claims, iat: now - 600, exp: now - 61 }),
		fault: 'expired',
		kept_as: claims.jti,
	},
	{
		name: 'issued in the future',
		token: hmac(hs256, { ...claims, iat: now + 61, exp: now + 300 }),
		fault: 'not_yet',
		kept_as: claims.jti,
	},
	{
		name: 'a life of thirty days',
		token: hmac(hs256, { ...claims, exp: claims.iat + 30 * 86_400 }),
		fault: 'lifetime',
		kept_as: claims.jti,
	},
	{ name: 'no expiry', token: hmac(hs256, without('exp')), fault: 'claims' },
	{
		name: 'expiry as a string',
		token: hmac(hs256, { ...claims, exp: String(claims.exp) }),
		fault: 'claims',
	},
	{ name: 'no event id', token: hmac(hs256, without('jti')), fault: 'claims' },
];

/** Content of `event-proofs.json`. */
export const eventProofs = {
	about:
		'Event proofs that every verifier agrees on. All are about the same site, event, account and visitor, at the time `now` in seconds. `expect` is the content of a valid proof; `fault` is why an invalid one does not count, and `kept_as` the event ID under which its event is stored, because its signature is valid and only its time is wrong.',
	site,
	now,
	event,
	account,
	visitor,
	keys: [
		{ kid: 'k1', alg: 'HS256', secret: secret.toString('hex') },
		{
			kid: 'e1',
			alg: 'EdDSA',
			public: publicKey.toString('hex'),
			private: privateKey.toString('hex'),
		},
	],
	claims,
	good: goodVectors,
	bad: badVectors,
};
