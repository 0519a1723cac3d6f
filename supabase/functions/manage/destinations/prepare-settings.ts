import {
	changedSettingsSchema,
	describeHost,
	isSlackAuthorization,
	listComparedQuestions,
	parseInput,
	ServiceError,
	splitSecrets,
	type ChangedSettings,
	type Destination,
	type DestinationChange,
	type DestinationSettings,
	type SecretSetting,
	type SlackChannel,
} from '@feedback/contract';

import { sealDestinationSecret } from '../../_shared/secrets/destination-secret.ts';
import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import { toHex } from '../../_shared/http/bytes.ts';
import type { Context } from '../operation/operation.ts';
import type { Service } from '../service.ts';
import { openAuthorization } from '../slack/sealed-authorization.ts';
import { checkHost } from './check-host.ts';

/** Settings and their readable target; a secret setting that is missing keeps its stored value. */
export type TargetedSettings = ChangedSettings & { host: string; channel?: SlackChannel | null };

/** Settings in the form that `app.write_destination` accepts. */
export type PreparedSettings = {
	/** With `host`, and without secrets. */
	stored: JsonValue;
	/** The secret settings; null for those that the kind does not have, and for unchanged ones. */
	sealed: Record<SecretSetting, Uint8Array<ArrayBuffer> | null>;
	/** Hash that identifies the request, in hexadecimal. */
	sha256: string;
};

/** The settings of a new destination. */
export function targetSettings(settings: DestinationSettings): TargetedSettings {
	return { ...settings, host: describeHost(settings) };
}

/** The settings of a destination after a change. Throws `invalid_request` for a field that its kind does not have. */
export function changeSettings(
	destination: Destination,
	change: DestinationChange,
): TargetedSettings {
	const settings = parseInput(changedSettingsSchema, { ...readSettings(destination), ...change });
	const host = describeHost(settings) ?? destination.host;
	// Otherwise a change could send the stored token to a host of its choice.
	if ('tracker' in settings && settings.token === undefined && host !== destination.host) {
		throw wrong('token', 'must be given too, because the host changes');
	}
	// Another URL leads to another channel.
	const channel = settings.kind === 'slack' && settings.url === undefined && destination.channel;
	return { ...settings, host, ...(channel && { channel }) };
}

/** The settings that a destination has, without its secrets. */
function readSettings(destination: Destination) {
	const { kind, name, event_types, prompts, condition, partial, include_visitor } = destination;
	const { url, recipients, schedule, tracker } = destination;
	return {
		kind,
		name,
		event_types,
		prompts,
		condition,
		partial,
		include_visitor,
		...(url !== null && { url }),
		...(recipients !== null && { recipients: recipients.map(({ address }) => address) }),
		...(schedule !== null && { schedule }),
		...(tracker !== null && { tracker }),
	};
}

/** Throws `invalid_request` that names the field for a prompt, a question or a host that does not exist or is not allowed. */
export async function prepareSettings(
	{ tx, service, person }: Pick<Context, 'tx' | 'service' | 'person'>,
	site: string,
	destination: string,
	given: TargetedSettings,
): Promise<PreparedSettings> {
	const settings = await openSlack(service, site, person, given);
	await checkPrompts(tx, site, settings);
	await checkQuestions(tx, site, settings);
	if ('url' in settings && settings.url !== undefined)
		await checkHost(service, settings.url, 'url');
	if (settings.kind === 'jira') await checkHost(service, settings.tracker.site, 'tracker.site');
	if ('schedule' in settings) await checkTimeZone(tx, settings);
	const { readable, secrets } = splitSecrets(settings);
	const seal = (setting: SecretSetting) => {
		const text = secrets[setting];
		if (text === undefined) return null;
		return sealDestinationSecret(service.keyring, site, destination, setting, text);
	};
	const [url, token] = await Promise.all([seal('url'), seal('token')]);
	const asked = new TextEncoder().encode(JSON.stringify(settings));
	return {
		stored: readable as JsonValue,
		sealed: { url, token },
		sha256: toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', asked))),
	};
}

/** Replaces an authorization by the webhook that is sealed in it, and its channel. */
async function openSlack(
	service: Service,
	site: string,
	person: Context['person'],
	settings: TargetedSettings,
): Promise<TargetedSettings> {
	if (settings.kind !== 'slack' || !isSlackAuthorization(settings.url ?? '')) return settings;
	if (person.connection !== undefined) throw wrong('url', 'must be the URL of a webhook');
	const webhook = await openAuthorization(service, site, person.id, settings.url!);
	return { ...settings, ...webhook, host: new URL(webhook.url).host };
}

async function checkPrompts(
	tx: Tx,
	site: string,
	{ prompts }: Pick<ChangedSettings, 'prompts'>,
): Promise<void> {
	if (!prompts) return;
	const found = await tx<{ id: string }[]>`
		select id from app.prompts where site_id = ${site} and id = any(${prompts}::uuid[])`;
	const missing = prompts.findIndex((prompt) => !found.some(({ id }) => id === prompt));
	if (missing >= 0) throw wrong(`prompts.${missing}`, 'names no prompt of the site');
}

async function checkQuestions(
	tx: Tx,
	site: string,
	{ prompts, condition }: Pick<ChangedSettings, 'prompts' | 'condition'>,
): Promise<void> {
	if (!condition) return;
	const compared = listComparedQuestions(condition);
	const asked = [...new Set(compared.map(({ question }) => question))];
	if (asked.length === 0) return;
	const found = await tx<{ id: string }[]>`
		select distinct q ->> 'id' as id
		from app.prompts p
		join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id
		cross join jsonb_array_elements(r.content -> 'questions') q
		where p.site_id = ${site} and (${prompts}::uuid[] is null or p.id = any(${prompts}::uuid[]))
		  and q ->> 'id' = any(${asked})
		  and (r.number = p.published_revision or r.number = (
			select max(l.number) from app.revisions l where l.site_id = p.site_id and l.prompt_id = p.id))`;
	const missing = compared.find(({ question }) => !found.some(({ id }) => id === question));
	if (missing) {
		throw wrong(
			['condition', ...missing.path].join('.'),
			`names the question "${missing.question}", which no prompt of this destination has`,
		);
	}
}

async function checkTimeZone(
	tx: Tx,
	{ schedule }: Extract<DestinationSettings, { schedule: unknown }>,
): Promise<void> {
	if (!('time_zone' in schedule)) return;
	const known =
		await tx`select from pg_catalog.pg_timezone_names where name = ${schedule.time_zone}`;
	if (known.length === 0) {
		throw wrong('schedule.time_zone', 'must be a time zone such as "Europe/Vienna"');
	}
}

function wrong(field: string, problem: string): ServiceError {
	return new ServiceError('invalid_request', { field, message: `${field} ${problem}` });
}
