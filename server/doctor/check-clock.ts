import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { type Check, failed, passed } from './check.ts';

/** Tokens are valid for minutes, and events contain times of the browser's clock. */
const highestSkewMs = 60_000;

/** Checks the difference between this machine's clock and another one. */
export function checkClock(other: string, skewMs: number): Check {
	const seconds = Math.abs(skewMs / 1_000).toFixed(0);
	return Math.abs(skewMs) <= highestSkewMs
		? passed('clock', `The clock agrees with that of ${other}.`)
		: failed(
				'clock',
				`The clock differs from that of ${other} by ${seconds} s.`,
				'Let both machines set their clocks from the network (systemd-timesyncd or chrony).',
			);
}

/**
 * Checks whether this machine's clock is set from the network, according to the kernel. There is no check if systemd is
 * not running, as in a container, because the container's host sets the clock.
 */
export async function checkClockSource(): Promise<Check[]> {
	const isSet = await readSynchronized().catch(() => undefined);
	if (isSet === 'yes') return [passed('clock', 'The clock is set from the network.')];
	if (isSet !== 'no') return [];
	return [
		failed(
			'clock',
			'Nothing sets the clock of this machine from the network.',
			'Install systemd-timesyncd or chrony; `timedatectl` shows whether it works.',
		),
	];
}

async function readSynchronized(): Promise<string> {
	const args = ['show', '--property=NTPSynchronized', '--value'];
	const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 5_000 });
	return stdout.trim();
}
