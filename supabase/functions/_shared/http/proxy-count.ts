import { readCount, readSetting } from '../environment.ts';

const setting = 'FEEDBACK_PROXY_COUNT';
/** The variable's name up to 0.4.0. The server has a setting of this name with another meaning: ranges of addresses. */
const formerSetting = 'FEEDBACK_TRUSTED_PROXIES';

/** Reads the number of proxies in front of the functions that add to `x-forwarded-for`; 1 by default. */
export function readProxyCount(): number {
	return readCount(readSetting(setting) === undefined ? formerSetting : setting, 1, 10);
}
