// What to do about a reason or an error.
import { valueKeys, valueStringLength } from '@feedback/contract/shared-limits';

const values = `Use up to ${valueKeys} texts of ${valueStringLength} characters, numbers, booleans or null.`;

export const adviceOnReasons: Partial<Record<string, string>> = {
	no_prompt: 'Publish a prompt with this event as its trigger, or check the name of the event.',
	not_captured: 'Register the name, or capture every event: Settings, Event capture.',
	trigger_properties: 'Compare the properties of the event with those of the trigger.',
	unverified: 'Pass an eventProof from your backend.',
	audience: 'Call identify with the traits that the audience names before the event.',
	not_started: 'Change the start date of the prompt.',
	ended: 'Change the end date of the prompt.',
	postponed: 'Preview the prompt from the dashboard, which ignores limits.',
	seen_limit: 'Call reset to be another visitor, or preview the prompt from the dashboard.',
	answered: 'Call reset to be another visitor, or preview the prompt from the dashboard.',
	prompt_cooldown: 'Preview the prompt from the dashboard, which ignores limits.',
	site_cooldown: 'Preview the prompt from the dashboard, which ignores limits.',
	session_limit: 'Preview the prompt from the dashboard, which ignores limits.',
	busy: 'Close the open prompt first.',
	vetoed: 'hold() is on, or beforeShow returned false.',
	throttled: 'Report events less often.',
	bot: 'Use an ordinary browser, or switch off the detection of bots in the settings.',
	blocked: 'Check the Network panel: the files beside the SDK must load.',
};

export const adviceOnErrors: Partial<Record<string, string>> = {
	not_initialized: 'Call Feedback.init({ siteId }) once, in the browser entry.',
	invalid_site_id: 'Copy the site ID from the dashboard: it begins with "site_".',
	invalid_properties: values,
	invalid_traits: values,
	invalid_account: 'Call identify only after sign-in, and reset on sign-out.',
	unknown_site: 'Copy the site ID from the dashboard, and check apiUrl.',
	identity_refused: 'Pass an identityProof from your backend.',
	network:
		'Is the service running at apiUrl? It may also be blocked, or this origin may be missing on the site’s list.',
	timeout: 'The service took too long; the message is kept and sent again.',
	bad_answer:
		'Something else than the service responded: check apiUrl, service workers and proxies.',
	ui_failed: 'Check the Network panel and the Content Security Policy.',
};
