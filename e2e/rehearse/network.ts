import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { exec } from './debian-base.ts';

/** A separate network in which several hosts have addresses, like a container network. */
export type Network = {
	/** Path of its namespace. */
	path: string;
	/** An `/etc/hosts` with the names of all hosts. */
	hostsFile: string;
	remove(): Promise<void>;
};

/**
 * Makes a network without access to the outside. Needs root.
 *
 * @param folder where the file with the names is written
 * @param hosts names by private address, such as `{ '172.30.0.2': ['postgres'] }`
 */
export async function makeNetwork(
	folder: string,
	hosts: Readonly<Record<string, readonly string[]>>,
): Promise<Network> {
	const name = `feedback-${randomBytes(4).toString('hex')}`;
	await exec('ip', ['netns', 'add', name]);
	await exec('ip', ['-n', name, 'link', 'set', 'lo', 'up']);
	for (const address of Object.keys(hosts)) {
		await exec('ip', ['-n', name, 'address', 'add', `${address}/24`, 'dev', 'lo']);
	}
	const hostsFile = join(folder, 'hosts');
	const lines = Object.entries(hosts).map(([address, names]) => `${address} ${names.join(' ')}`);
	writeFileSync(hostsFile, ['127.0.0.1 localhost', ...lines, ''].join('\n'));
	return {
		path: `/run/netns/${name}`,
		hostsFile,
		remove: () => exec('ip', ['netns', 'delete', name]),
	};
}
