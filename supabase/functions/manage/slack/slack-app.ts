import { readSetting } from '../../_shared/environment.ts';

/** The app that the operator has registered in Slack. */
export type SlackApp = { clientId: string; clientSecret: string };

/** The app in the environment; undefined without one. Throws an error that names a variable that is missing. */
export function readSlackApp(): SlackApp | undefined {
	const clientId = readSetting('FEEDBACK_SLACK_CLIENT_ID');
	const clientSecret = readSetting('FEEDBACK_SLACK_CLIENT_SECRET');
	if (clientId === undefined && clientSecret === undefined) return undefined;
	if (clientId === undefined || clientSecret === undefined) {
		const missing = clientId === undefined ? 'ID' : 'SECRET';
		throw new Error(`The environment variable FEEDBACK_SLACK_CLIENT_${missing} is not set.`);
	}
	return { clientId, clientSecret };
}
