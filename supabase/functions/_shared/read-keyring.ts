import { readSetting, requireSetting } from './environment.ts';
import { createKeyring, type Keyring } from './keyring.ts';

/** The keyring as the environment describes it. Throws an error that names what is missing or wrong. */
export function readKeyring(): Keyring {
	return createKeyring(requireSetting('FEEDBACK_SECRET'), {
		current: readSetting('FEEDBACK_SEALING_SECRET'),
		next: readSetting('FEEDBACK_SEALING_SECRET_NEXT'),
		previous: readSetting('FEEDBACK_SEALING_SECRET_PREVIOUS'),
	});
}
