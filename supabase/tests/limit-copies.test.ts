// Every copy of a contract limit in the schema. `limits.test.ts` tests how some of the limits behave.
import { readFileSync } from 'node:fs';

import { grantDefaults, limits } from '@feedback/contract';
import { expect, it } from 'vitest';

import { listCodeFiles } from '../../server/postgres/code/code-files.ts';

const schema = [
	readFileSync(new URL('../schema.sql', import.meta.url), 'utf8'),
	...listCodeFiles().map(({ text }) => text),
].join('\n');

const { event, management, signIn, approval, rate } = limits;
const keyLength = Number(/,(\d+)\}/.exec(management.idempotencyKey.source)![1]);

type Copy = [limit: string, value: number, places: RegExp];

/** The default rate limits of sites, addresses or subjects, and their allowed range. */
function ratesOf(of: keyof typeof rate.most): Copy[] {
	return (['perSecond', 'burst'] as const).flatMap((number) => {
		const name = number === 'burst' ? 'burst' : 'per_second';
		return [
			[
				`rate.${of}.${number}`,
				rate[of][number],
				new RegExp(
					`'\\{rate_limits,${of},${name}\\}'(?:::text\\[\\])?\\)+::integer, (\\d+)\\)`,
					'g',
				),
			],
			...maximumsOf(`${of}_${name}`, rate.least[number], rate.most[of][number]),
		] satisfies Copy[];
	});
}

/** The allowed range and the default of a column of app.instance_settings. */
function maximumsOf(column: string, least: number, most: number): Copy[] {
	return [
		[`the least ${column}`, least, new RegExp(`\\(\\(?${column} >= (\\d+)\\)`, 'g')],
		[`the most ${column}`, most, new RegExp(`\\(${column} <= (\\d+)\\)`, 'g')],
		[`the default ${column}`, most, new RegExp(`${column} integer not null default (\\d+)`, 'g')],
	];
}

/** The limit, its value in the schema, and a pattern for its copies, one copy per capturing group. */
const copies: Copy[] = [
	['event.name', event.name - 1, /name_has_its_form CHECK .*\{0,(\d+)\}\$/g],
	['cells.lagSeconds', limits.cells.lagSeconds, /app\.copies_lag\(\) <= interval '(\d+) second'/g],
	['event.pastHours', event.pastHours, /between \S+ - interval '(\d+) hours'/g],
	[
		'event.pastHours, of a batch',
		event.pastHours,
		/v_oldest timestamptz := \S+ - interval '(\d+) hours'/g,
	],
	['event.futureMinutes', event.futureMinutes, /and \S+ \+ interval '(\d+) minutes'/g],
	[
		'event.futureMinutes, of a batch',
		event.futureMinutes,
		/v_newest timestamptz := \S+ \+ interval '(\d+) minutes'/g,
	],
	[
		'event.days, of policies',
		event.days,
		/"[^"]* see the events of (\d+) days"[^;]*- interval '(\d+) days'/g,
	],
	[
		'event.days, of reads',
		event.days,
		/id_from\((?:\w+|clock_timestamp\(\)) - interval '(\d+) days'\)/g,
	],
	[
		'event.days, of counts',
		event.days,
		/v_oldest date := \(\S+ at time zone 'UTC'\)::date - (\d+)/g,
	],
	[
		'event.days, of forecasts',
		event.days,
		/p_now - make_interval\(days => least\(p_days, (\d+)\)\)/g,
	],
	['forecast.prompts, changed', limits.forecast.prompts, /e\.place <= (\d+)/g],
	['forecast.prompts, compared', limits.forecast.prompts, /x\.prompt limit (\d+)\) b/g],
	['event.listedNames', event.listedNames, /select s\.listed_names from .*\) >= (\d+)/g],
	['event.listedNames, in comments', event.listedNames, /names are listed; at most (\d+)\./g],
	['values.keys', limits.values.keys, /count_keys\([^)]*\) <= (\d+)/g],
	['account.id', limits.account.id, /length\(account\) <= (\d+)/g],
	[
		'audience.perSite',
		limits.audience.perSite,
		/from app\.audiences a where a\.site_id = new\.site_id and a\.archived_at is null\) > (\d+)/g,
	],
	['inbox.tags', limits.inbox.tags, /from app\.tags a .* and a\.state = 'accepted'\) > (\d+)/g],
	[
		'inbox.proposedTags',
		limits.inbox.proposedTags,
		/from app\.tags a .* and a\.state = 'proposed'\) > (\d+)/g,
	],
	[
		'inbox.proposedLabels',
		limits.inbox.proposedLabels,
		/from app\.label_proposals l .* and l\.state = 'proposed'\) > (\d+)/g,
	],
	[
		'inbox.definition',
		limits.inbox.definition,
		/definition_has_at_most_500_characters CHECK .*<= (\d+)/g,
	],
	['inbox.quote', limits.inbox.quote, /quote_has_1_to_300_characters CHECK .*<= (\d+)/g],
	['results.filters', limits.results.filters, /from app\.saved_filters f where [^)]*\) > (\d+)/g],
	['results.links', limits.results.links, /l\.expires_at > clock_timestamp\(\)\) > (\d+)/g],
	[
		'results.linkDays',
		limits.results.linkDays,
		/result_link_expires_within_90_days CHECK .*'(\d+) days/g,
	],
	[
		'results.filterName, of links',
		limits.results.filterName,
		/result_link_name_has_1_to_60_characters CHECK .*<= (\d+)/g,
	],
	['results.filters, in its message', limits.results.filters, /A prompt has at most (\d+) saved/g],
	[
		'results.filterName',
		limits.results.filterName,
		/saved_filter_name_has_1_to_60_characters CHECK .*<= (\d+)/g,
	],
	[
		'template.perWorkspace',
		limits.template.perWorkspace,
		/from app\.templates t where t\.workspace_id = new\.workspace_id\) > (\d+)/g,
	],
	[
		'template.name',
		limits.template.name,
		/template_name_has_1_to_120_characters CHECK .*<= (\d+)/g,
	],
	['template.about', limits.template.about, /about_has_at_most_300_characters CHECK .*<= (\d+)/g],
	['inbox.tag', limits.inbox.tag, /name_has_1_to_40_characters CHECK .*<= (\d+)/g],
	[
		'inbox.tagsPerAnswer',
		limits.inbox.tagsPerAnswer,
		/g\.question_id = new\.question_id\) > (\d+)/g,
	],
	[
		'inbox.tagsPerAnswer, in its message',
		limits.inbox.tagsPerAnswer,
		/A text answer has at most (\d+) tags/g,
	],
	['inbox.notes', limits.inbox.notes, /n\.question_id = new\.question_id\) > (\d+)/g],
	['inbox.notes, in its message', limits.inbox.notes, /A text answer has at most (\d+) notes/g],
	['inbox.note', limits.inbox.note, /body_has_1_to_2000_characters CHECK .*<= (\d+)/g],
	[
		'destination.perSite',
		limits.destination.perSite,
		/from app\.destinations d where d\.site_id = new\.site_id\) > (\d+)/g,
	],
	[
		'destination.confirmationDays',
		limits.destination.confirmationDays,
		/p_token_hash end,\s+expires_at = p_now \+ interval '(\d+) days'/g,
	],
	[
		'destination.confirmationHours',
		limits.destination.confirmationHours,
		/lower\(p_address\)\s+and c\.created_at > p_now - interval '(\d+) hour'\)/g,
	],
	[
		'destination.confirmations',
		limits.destination.confirmations,
		/where c\.site_id = p_site and c\.created_at > p_now - interval '24 hours'\) >= (\d+)/g,
	],
	[
		'destination.confirmationsToAddress',
		limits.destination.confirmationsToAddress,
		/lower\(p_address\) and c\.created_at > p_now - interval '24 hours'\) >= (\d+)/g,
	],
	[
		'destination.rotationDays',
		limits.destination.rotationDays,
		/rotation_ends_at = now\(\) \+ interval '(\d+) days'/g,
	],
	[
		'destination.address',
		limits.destination.address,
		/address_has_3_to_254_characters CHECK .*<= (\d+)/g,
	],
	[
		'delivery.days',
		limits.delivery.days,
		/(?:retrying|failing)_since <= p_now - interval '(\d+) days'/g,
	],
	[
		'delivery.retentionDays',
		limits.delivery.retentionDays,
		/'app\.deliveries', \$c\$t\.created_at < \$1 - interval '(\d+) days'/g,
	],
	[
		'delivery.retentionDays, of messages',
		limits.delivery.retentionDays,
		/'outbox_' \|\| to_char\(\(p_now at time zone 'UTC'\)::date - (\d+)/g,
	],
	[
		'delivery.collectSeconds',
		limits.delivery.collectSeconds,
		/'response\.updated' then p_now \+ interval '(\d+) seconds'/g,
	],
	[
		'delivery.quietMinutes',
		limits.delivery.quietMinutes,
		/(?:updated_at <= p_now|new\.site_id, now\(\)) - interval '(\d+) minutes'/g,
	],
	[
		'delivery.leaseSeconds',
		limits.delivery.leaseSeconds,
		/next_at = p_now \+ interval '(\d+) seconds'/g,
	],
	[
		'delivery.sentPerHour',
		limits.delivery.sentPerHour,
		/type = 'selection' and o\.destination_id = p_destination\) >= (\d+)/g,
	],
	[
		'delivery.concurrent',
		limits.delivery.concurrent,
		/failing_since is null then (\d+) else \d+ end/g,
	],
	[
		'delivery.concurrentWhileFailing',
		limits.delivery.concurrentWhileFailing,
		/failing_since is null then \d+ else (\d+) end/g,
	],
	[
		'delivery.firstRetrySeconds',
		limits.delivery.firstRetrySeconds,
		/least\(interval '(\d+) seconds' \*/g,
	],
	[
		'delivery.longestRetryHours',
		limits.delivery.longestRetryHours,
		/least\(greatest\(p_attempts, 1\) - 1, 20\), interval '(\d+) hours'/g,
	],
	[
		'delivery.retryAfterHours, in seconds',
		limits.delivery.retryAfterHours * 3_600,
		/coalesce\(p_retry_after, 0\), (\d+)\)/g,
	],
	[
		'delivery.redelivered',
		limits.delivery.redelivered,
		/p_delivered boolean,\s+p_limit integer default (\d+)/gi,
	],
	['delivery.error', limits.delivery.error, /p_attempt ->> 'error', (\d+)\)/g],
	[
		'proof.keys',
		limits.proof.keys,
		/from app\.proof_keys k where k\.site_id = new\.site_id\) > (\d+)/g,
	],
	[
		'visitor.days, of policies',
		limits.visitor.days,
		/"[^"]* see the (?:displays|subjects|visitors) of (\d+) days"[^;]*- interval '(\d+) days'/g,
	],
	[
		'visitor.days, of reads',
		limits.visitor.days,
		/last_seen_at (?:>=|<) \S+ - interval '(\d+) days'/g,
	],
	[
		'visitor.days, of histories',
		limits.visitor.days,
		/v_oldest timestamptz := clock_timestamp\(\) - interval '(\d+) days'/g,
	],
	[
		'management.idempotencyHours',
		management.idempotencyHours,
		/k\.at < now\(\) - interval '(\d+) hours'/g,
	],
	[
		'management.idempotencyHours, of retention',
		management.idempotencyHours,
		/'app\.idempotency_keys', \$c\$t\.at < \$1 - interval '(\d+) hours'/g,
	],
	['management.idempotencyKey', keyLength, /e app\.idempotency_keys[^;]*\(key\) <= (\d+)/g],
	[
		'management.sites',
		management.sites,
		/from app\.sites s where s\.workspace_id = new\.workspace_id and not s\.sample\) > (\d+)/g,
	],
	[
		'management.members',
		management.members,
		/i\.accepted_by is null and i\.expires_at > now\(\)\) > (\d+)/g,
	],
	[
		'signIn.requestMinutes',
		signIn.requestMinutes,
		/r\.resource(?:, r\.asked)?,\s+p_now, p_now \+ interval '(\d+) minutes'/g,
	],
	[
		'signIn.codeSeconds',
		signIn.codeSeconds,
		/code_expires_at = p_now \+ interval '(\d+) seconds'/g,
	],
	[
		'signIn.accessHours',
		signIn.accessHours,
		/v_until constant timestamptz := p_now \+ interval '(\d+) hours'/g,
	],
	[
		'signIn.refreshDays',
		signIn.refreshDays,
		/(?:p_now, |c set expires_at = )p_now \+ interval '(\d+) days'/g,
	],
	['signIn.reuseSeconds', signIn.reuseSeconds, /replaced_at >= p_now - interval '(\d+) seconds'/g],
	['signIn.pollSeconds', signIn.pollSeconds, /pause integer not null default (\d+)/g],
	[
		'approval.requestHours',
		approval.requestHours,
		/expires_at timestamp with time zone not null default \(now\(\) \+ '(\d+):00:00'::interval\)/g,
	],
	[
		'approval.reminderHours',
		approval.reminderHours,
		/r\.expires_at <= p_now \+ interval '(\d+) hours'/g,
	],
	['push.devices', limits.push.devices, /where s\.person_id = v_person\) >= (\d+) then/g],
	[
		'approval.openOfConnection',
		approval.openOfConnection,
		/where r\.connection_id = p_request\.connection_id and [^;]*?interval '1 minute'\) >= (\d+)/g,
	],
	[
		'approval.open',
		approval.open,
		/where r\.person_id = p_request\.person_id and r\.state = [^;]*?interval '1 minute'\) >= (\d+)/g,
	],
	[
		'approval.perDay',
		approval.perDay,
		/r\.created_at > now\(\) - interval '24 hours'[^;]*?interval '1 minute'\) >= (\d+)/g,
	],
	['approval.reason', approval.reason, /length\(reason\) <= (\d+)/g],
	[
		'screenshot.perDisplay',
		limits.screenshot.perDisplay,
		/v_per_display constant integer := (\d+)/g,
	],
	[
		'screenshot.perSiteDay',
		limits.screenshot.perSiteDay,
		/v_per_site_day constant integer := (\d+)/g,
	],
	[
		'screenshot.unansweredHours',
		limits.screenshot.unansweredHours,
		/not t\.answered and t\.stored_at < \$1 - interval '(\d+) hours'/g,
	],
	['approval.hours', approval.hours, /least\(p_hours, (\d+)\)/g],
	[
		'approval.pipelineDays',
		approval.pipelineDays,
		/now\(\) \+ make_interval\(days => least\(p_days, (\d+)\)\)/g,
	],
	['condition.days', limits.condition.days, /least\(p_until, now\(\) \+ interval '(\d+) days'\)/g],
	[
		'condition.forecastMinutes, of what counts',
		limits.condition.forecastMinutes,
		/x\.started_at > clock_timestamp\(\) - interval '(\d+) minutes'/g,
	],
	[
		'condition.forecastMinutes, of what starts over',
		limits.condition.forecastMinutes,
		/f\.started_at <= clock_timestamp\(\) - interval '(\d+) minutes'/g,
	],
	['forecast.sample, of conditions', limits.forecast.sample, /f\.started_at, (\d+), f\.next/g],
	[
		'forecast.prompts, of conditions',
		limits.forecast.prompts,
		/count\(distinct \(k\.c\)\.prompt_id\) <= (\d+)/g,
	],
	[
		'approval.presenceSeconds',
		approval.presenceSeconds / 60,
		/v_expires timestamptz := now\(\) \+ interval '(\d+) minutes'/g,
	],
	[
		'passkey.perPerson',
		limits.passkey.perPerson,
		/from identity\."passkey" k where k\."userId" = app\.person_id\(\)\) >= (\d+) then/g,
	],
	[
		'passkey.registrations',
		limits.passkey.registrations,
		/r\.person_id = v_person and r\.expires_at > now\(\)\) >= (\d+) then/g,
	],
	[
		'passkey.registrationMinutes',
		limits.passkey.registrationMinutes,
		/p_challenge, now\(\) \+ interval '(\d+) minutes'/g,
	],
	['approval.presences', approval.presences, /interval '10 minutes'\) >= (\d+)\s+then/g],
	['approval.signInMinutes', approval.signInMinutes, /v_at < p_now - interval '(\d+) minutes'/g],
	[
		'management.invitationDays',
		management.invitationDays,
		/expires_at timestamp with time zone not null default \(now\(\) \+ '(\d+) days'::interval\)/g,
	],
	[
		'approval.signInMinutes, in messages',
		approval.signInMinutes,
		/sign-in within the last (\d+) minutes/g,
	],
	[
		'grantDefaults: prompt:draft',
		grantDefaults['prompt:draft'].hours / 24,
		/\('prompt:draft', interval '(\d+) days'\)/g,
	],
	[
		'grantDefaults: response:read',
		grantDefaults['response:read'].hours,
		/\('response:read', interval '(\d+) hours'\)/g,
	],
	[
		'grantDefaults: site:create',
		grantDefaults['site:create'].hours,
		/'once', p_person, p_now, p_now \+ interval '(\d+) hours'/g,
	],
	[
		'prompt.surveyId',
		limits.prompt.surveyId - 1,
		/survey_id ~ '\^\[a-z0-9\]\[a-z0-9_-\]\{0,(\d+)\}\$/g,
	],
	[
		'prompt.workingBytes, twice for spaces of jsonb',
		limits.prompt.workingBytes * 2,
		/octet_length\(\(content\)::text\) <= (\d+)/g,
	],
	[
		'prompt.repeatedSample',
		limits.prompt.repeatedSample,
		/order by e\.id desc limit (\d+)\) near/g,
	],
	['prompt.waitHoursDefault', limits.prompt.waitHoursDefault, /'wait_hours'\)::integer, (\d+)\);/g],
	[
		'backend.againMinutes',
		limits.backend.againMinutes,
		/due_at = new\.released_at \+ interval '(\d+) minutes'/g,
	],
	[
		'deletion.undoDays',
		limits.deletion.undoDays,
		/v_undo constant interval := interval '(\d+) days'/g,
	],
	['deletion.counted', limits.deletion.counted, /v_most constant integer := (\d+)/g],
	[
		'budget.keptMonths',
		limits.budget.keptMonths,
		/'app\.budget_periods'[^\n]*interval '(\d+) months'/g,
	],
	[
		'display.confirmMinutes',
		limits.display.confirmMinutes,
		/reserved_at <= p_now - interval '(\d+) minutes'/g,
	],
	['prompt.delay', limits.prompt.delay, /coalesce\(k\.delay_seconds, (\d+)\)/g],
	['site.publishedPrompts', limits.site.publishedPrompts, /c\.event_name = ''\) >= (\d+)/g],
	...ratesOf('site'),
	...ratesOf('address'),
	...ratesOf('subject'),
	...maximumsOf('event_days', event.leastDays, event.days),
	...maximumsOf('visitor_days', limits.visitor.leastDays, limits.visitor.days),
];

it.each(copies)('%s is %i in the schema', (_, value, places) => {
	const found = [...schema.matchAll(places)].flatMap(([, ...numbers]) => numbers.map(Number));
	expect(found.length, 'no match: the copy was renamed or removed').toBeGreaterThan(0);
	expect(new Set(found)).toEqual(new Set([value]));
});
