import { stemOf } from './terms.ts';

// What readers call things that these pages call otherwise: their words on the left, ours on the right.
// General words of the trade only; what belongs to one page is said on that page.
const groups: [string, string][] = [
	['survey popup poll questionnaire microsurvey widget modal campaign form nudge', 'prompt'],
	['user customer person people member client', 'visitor'],
	['user', 'account'],
	['attribute field', 'trait property'],
	['login logon signin signed', 'sign-in identify'],
	['logout signout logoff', 'sign-out reset'],
	['frontend client', 'browser'],
	['backend', 'server'],
	['server', 'backend'],
	['cli terminal shell console', 'command-line command'],
	['target targeting segment segmentation cohort filter', 'audience condition'],
	['percent percentage fraction', 'sampling share percentage'],
	['cap capping throttle fatigue annoy spam bother', 'limit frequency'],
	['twice repeat again', 'once frequency'],
	['gdpr ccpa dsgvo', 'retention privacy erase'],
	['forgotten delete remove', 'erase delete'],
	['config configuration configure', 'option setting configuration'],
	['answer reply submission', 'response'],
	['doc docs', 'documentation'],
	['llm gpt ai copilot', 'agent'],
	['exception crash fail failure', 'error'],
	['permission consent approval approve allow', 'grant approval'],
	['secret credential token', 'key'],
	['typescript typings', 'types'],
	['i18n localization locale multilingual', 'translation language'],
	['css theme style styling color colour brand branding', 'appearance accent'],
	['dedupe deduplicate idempotent', 'duplicate'],
	['disconnected network', 'offline'],
	['star emoji smiley thumbs csat satisfaction', 'rating faces'],
	['freetext comment textarea', 'long_text text'],
	['checkbox multiselect', 'multiple_choice'],
	['radio dropdown', 'single_choice'],
	['conditional logic skip jump', 'branch branching skip'],
	['rollback revert undo restore previous', 'back earlier revision'],
	['version draft', 'revision'],
	['history log', 'audit'],
	['launch deploy live release activate', 'publish'],
	['ab split variation', 'variant experiment'],
	['control', 'holdout'],
	['schedule', 'date start end'],
	['wait', 'delay'],
	['csv excel spreadsheet download dump', 'export'],
	['github gitlab ci cd pipeline', 'pipeline ci'],
	['notify alert notification', 'message'],
	['teammate colleague coworker', 'team invite'],
	['role', 'owner editor viewer'],
	['docker podman image', 'container'],
	['nginx caddy traefik', 'proxy'],
	['sso saml oidc google', 'provider sign-in'],
	['prometheus grafana', 'metrics'],
	['upgrade update', 'upgrade migrations'],
	['ip', 'network address'],
	['a11y wcag aria', 'accessibility'],
	['ios android mobile flutter swift kotlin native', 'mobile'],
	['price pricing cost paid plan billing subscription free', 'price'],
	['region hosting europe eu', 'region'],
	['heatmap recording replay hotjar', 'replay heatmap'],
	['typeform surveymonkey', 'link'],
	['invisible missing appear', 'show displayed'],
	['debug troubleshoot diagnose', 'debug why'],
	['endpoint rest', 'api route'],
	['swagger spec', 'openapi'],
	['quota', 'limit rate'],
	['headless bot crawler', 'bot'],
	['sign signature hmac', 'proof signature'],
	['tamper fake forge spoof cheat', 'alter altered'],
	['track capture log send', 'report event'],
	['significance confidence', 'interval sure'],
	['staging production environment', 'environment site'],
	['helm kubernetes k8s', 'kubernetes'],
];

const synonyms = new Map<string, string[]>();
for (const [theirs, ours] of groups) {
	for (const word of theirs.split(' ')) {
		const key = stemOf(word);
		const terms = ours.split(' ').map((term) => (term.includes('-') ? term : stemOf(term)));
		synonyms.set(key, [...(synonyms.get(key) ?? []), ...terms]);
	}
}

/**
 * Our words for a term of a reader.
 *
 * @example
 * synonymsOf('survei'); // ['prompt']
 */
export function synonymsOf(term: string): readonly string[] {
	return synonyms.get(term) ?? [];
}
