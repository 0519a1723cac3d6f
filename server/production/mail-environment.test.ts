import { expect, test } from 'vitest';

import { mailHosts } from './mail-environment.ts';

const hostsOf = (url: string, addresses?: string[]) =>
	mailHosts({ mail: { url, from: 'feedback@example.com' } }, () =>
		addresses
			? Promise.resolve(addresses.map((address) => ({ address, family: 4 })))
			: Promise.reject(new Error('ENOTFOUND')),
	);

test('functions may connect to every address of the mail server, at its port', async () => {
	const name = 'mail.example.com';
	expect(await hostsOf(`smtps://a:b@${name}`, ['192.0.2.1', '2001:db8::1'])).toEqual([
		name,
		'192.0.2.1:465',
		'[2001:db8::1]:465',
	]);
	expect(await hostsOf(`smtp://${name}`, ['192.0.2.1'])).toEqual([name, '192.0.2.1:587']);
	expect(await hostsOf(`smtp://${name}:25`)).toEqual([name]);
	expect(await hostsOf('smtp://[2001:db8::1]:25')).toEqual(['2001:db8::1']);
	expect(await mailHosts({})).toEqual([]);
});
