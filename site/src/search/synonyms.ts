import { stemOf } from './terms.ts';

// Readers' terms for things that these pages name differently: their words on the left, ours on the right.
// General words of the trade only; terms for one section are aliases of that section (`aliases/`).
const groups: [string, string][] = [
	// Survey tools (Formbricks, PostHog, Sprig, Survicate, Qualtrics) name a prompt, its parts and its limits so.
	['survey popup poll questionnaire microsurvey widget modal campaign form nudge', 'prompt'],
	['impression view', 'display'],
	['answer reply submission', 'response'],
	['abandon abandoned close closed', 'dismissed'],
	['target targeting segment segmentation cohort filter', 'audience condition'],
	['percent percentage fraction', 'sampling share percentage'],
	['cap capping throttle fatigue annoy spam bother nag', 'limit frequency'],
	['twice repeat again recurring recontact resurvey', 'once frequency'],
	['star emoji smiley thumbs csat satisfaction', 'rating faces'],
	['freetext comment textarea verbatim', 'long_text text'],
	['checkbox multiselect', 'multiple_choice'],
	['radio dropdown', 'single_choice'],
	['conditional logic skip jump', 'branch branching skip'],
	['css theme style styling color colour brand branding', 'appearance accent'],
	['placement corner', 'position appearance'],
	['embed embedded', 'inline'],
	['mute snooze suppress', 'hold'],
	['invisible missing appear', 'show displayed'],
	// Analytics tools (Amplitude, Mixpanel, Segment) say so of people and events.
	['user customer person people member client', 'visitor'],
	['user', 'account'],
	['company organization organisation tenant', 'group workspace'],
	['attribute field', 'trait property'],
	['metadata', 'property'],
	['track capture log send', 'report event'],
	['project app', 'site'],
	['ab split variation', 'variant experiment'],
	['control', 'holdout'],
	['significance significant confidence margin', 'interval sure'],
	['heatmap recording replay hotjar', 'replay heatmap'],
	['typeform surveymonkey', 'link'],
	['warehouse bigquery snowflake redshift etl', 'export parquet'],
	// Signing in and out, and who may do what.
	['login logon signin signed', 'sign-in identify'],
	['logout signout logoff', 'sign-out reset'],
	['sso saml oidc google okta', 'provider sign-in'],
	['mfa 2fa', 'passkey sign-in'],
	['permission consent approval approve allow', 'grant approval'],
	['secret credential token', 'key'],
	['role', 'owner editor viewer'],
	['admin administrator', 'owner'],
	['teammate colleague coworker', 'team invite'],
	// Publishing and versions.
	['rollback revert undo restore previous', 'back earlier revision'],
	['version draft', 'revision'],
	['launch deploy live release activate', 'publish'],
	['stop disable deactivate', 'pause'],
	['clone copy', 'duplicate'],
	['history log', 'audit'],
	['schedule', 'date start end'],
	['wait', 'delay'],
	['staging production environment', 'environment site'],
	// Privacy law.
	['gdpr ccpa dsgvo', 'retention privacy erase'],
	['forgotten delete remove', 'erase delete'],
	['purge expire ttl', 'retention deleted'],
	['redact mask anonymize anonymise pii', 'personal'],
	// Programming.
	['frontend client', 'browser'],
	['backend', 'server'],
	['server', 'backend'],
	['cli terminal shell console', 'command-line command'],
	['config configuration configure', 'option setting configuration'],
	['doc docs', 'documentation'],
	['llm gpt ai copilot assistant', 'agent'],
	['exception crash fail failure', 'error'],
	['typescript typings', 'types'],
	['i18n localization locale multilingual', 'translation language'],
	['dedupe deduplicate idempotent', 'duplicate'],
	['disconnected network', 'offline'],
	['hook', 'webhook'],
	['resend redeliver', 'redelivery'],
	['pagination paginate paging', 'cursor pages'],
	['endpoint rest', 'api route'],
	['swagger spec', 'openapi'],
	['quota', 'limit rate'],
	['headless bot crawler', 'bot'],
	['sign signature hmac', 'proof signature'],
	['tamper fake forge spoof cheat', 'alter altered'],
	['debug troubleshoot diagnose', 'debug why'],
	['csv excel spreadsheet download dump', 'export'],
	['github gitlab ci cd pipeline', 'pipeline ci'],
	['notify alert notification', 'message'],
	['uninstall', 'undo remove'],
	['a11y wcag aria', 'accessibility'],
	['ios android mobile flutter swift kotlin native', 'mobile'],
	// Operating a server, and buying software.
	['docker podman image', 'container'],
	['nginx caddy traefik', 'proxy'],
	['prometheus grafana', 'metrics'],
	['upgrade update', 'upgrade migrations'],
	['failover availability redundancy', 'servers fails'],
	['recovery disaster', 'restore backup'],
	['smtp', 'mail'],
	['ip', 'network address'],
	['helm kubernetes k8s', 'kubernetes'],
	['price pricing cost paid plan billing subscription free', 'price'],
	['region hosting europe eu', 'region'],
	// Terms that users of those tools write in their trackers.
	['contact', 'visitor'],
	['workspace environment', 'workspace site'],
	['roundup recap', 'digest'],
	['optout unsubscribed', 'unsubscribe'],
	['tag label category topic sentiment', 'tag theme'],
	['zapier n8n pabbly teams discord telegram mattermost', 'webhook'],
	['crash loop oom killed', 'fails restart'],
	['subpath basepath subfolder subdirectory prefix', 'path'],
	['arm arm64 aarch64 raspberry', 'aarch64 processor'],
	['bulk mass batch', 'batch bulk'],
	['email mail', 'e-mail mail'],
	['graph analytics', 'results chart'],
	['popover overlay lightbox dialog', 'prompt'],
	['completion completed finished', 'completed final'],
	['unfinished incomplete', 'partial unfinished'],
	['hydration ssr', 'server-side'],
	['navigate navigation spa router', 'page navigation'],
	['duplicated duplicates', 'duplicate once'],
	['stale outdated cache', 'cached'],
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
 * Returns our words for a reader's term.
 *
 * @example
 * synonymsOf('survei'); // ['prompt']
 */
export function synonymsOf(term: string): readonly string[] {
	return synonyms.get(term) ?? [];
}
