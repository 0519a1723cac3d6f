import {
	backendReportSchema,
	backendResponseSchema,
	promptSchema,
	siteSettingsSchema,
} from '@feedback/contract';
import { z } from 'astro/zod';

/** One field of an authored form. */
export type FieldRow = {
	/** Dotted path from the root, such as `limits.show`. */
	path: string;
	/** Its type and range, as text. */
	type: string;
	/** Whether it is required, as text; empty when it is optional. */
	requirement: string;
	/** The default as JSON; empty when there is none. */
	default: string;
	description: string;
};

type Node = {
	type?: string;
	enum?: unknown[];
	properties?: Record<string, Node>;
	required?: string[];
	items?: Node;
	anyOf?: Node[];
	$ref?: string;
	default?: unknown;
	format?: string;
	minimum?: number;
	maximum?: number;
	maxItems?: number;
	maxLength?: number;
};

export const promptFields: Record<string, string> = {
	survey_id: 'Public and unique in the site: the argument of show(surveyId).',
	name: 'Title of the prompt in lists.',
	language: 'Language tag of the texts in this file, such as de or de-AT.',
	questions: 'What is asked, in order.',
	'thank_you.title': 'Shown after the last answer.',
	'thank_you.text': 'A second line of the thank-you message.',
	'ask_later.label': 'Label of the button with which visitors postpone the prompt.',
	'ask_later.choices': 'What they choose from: days, and a label.',
	'button_labels.next': 'Shows the next question.',
	'button_labels.skip': 'Leaves an optional question without an answer.',
	'button_labels.send': 'Sends the last answer.',
	'button_labels.back': 'Returns to the previous question.',
	'button_labels.close': 'Closes the prompt; read by screen readers.',
	translations: 'Texts in other languages, by language tag, then by question ID.',
	audience: 'The condition that a visitor must meet, or a saved audience; everyone when left out.',
	'trigger.events': 'Event names; any one of them triggers the prompt.',
	'trigger.where': "Conditions on the event's properties.",
	'trigger.verified':
		'Every property that where reads must be verified: by an event proof, or by the backend.',
	'trigger.source':
		'Who reports the event: browser, also when left out, or backend. Events of the other do not count.',
	'trigger.repeated.times':
		'Only at an event that is at least this number: that many match the trigger …',
	'trigger.repeated.within_minutes': '… within this time, which ends with the event.',
	'trigger.unless.events': 'Only if none of these events follows …',
	'trigger.unless.within_minutes': '… within this time; the prompt waits for so long.',
	'trigger.cancel_events': 'Events that withdraw the prompt while it waits.',
	'sampling.rate': 'Share of people who may be asked; each person stays in or out.',
	'timing.delay_seconds': 'Seconds between the event and the prompt.',
	'timing.starts_at': 'Not before this instant.',
	'timing.ends_at': 'Not after this instant.',
	'timing.wait_hours':
		'Hours that a prompt with source: backend or trigger.unless waits for the person; 24 when left out.',
	'timing.min_session_seconds': 'Not during the first seconds of a session.',
	'limits.show': 'How often one person sees the prompt.',
	'limits.times': 'How many times, with show: times.',
	'limits.again_after_days': 'Minimum days between two displays of this prompt to one person.',
	'limits.site_limits': 'ignore opts this prompt out of the limits of the site.',
	'limits.per_group.trait': 'At most one display to all people with the same value of this trait …',
	'limits.per_group.days': '… within this number of days.',
	'budget.displays': 'Displays to all people together, in all.',
	'budget.responses': 'No further displays once so many responses are stored.',
	'budget.count':
		'Which responses count: `all` that are stored, or only `final` ones. `all` by default.',
	'budget.period.every': 'day, week or month, in the site’s time zone.',
	'budget.period.displays': 'Displays to all people together in each period.',
	'budget.period.paced': 'Spread the displays over the period.',
	priority: 'The highest wins when several prompts match.',
	'appearance.theme': 'Light, dark, or as the visitor’s system.',
	'appearance.accent': 'Colour of buttons and marks, #rrggbb.',
	'appearance.radius': 'Corner radius in pixels.',
	'appearance.font': 'The system’s font, or that of your page.',
	'appearance.position': 'Where on the page.',
	'appearance.target': 'CSS selector of the element to draw in, with position: inline.',
	'experiment.key': 'Part of the draw: with another key, every person is drawn again.',
	'experiment.variants': 'What differs, by variant.',
};

export const siteFields: Record<string, string> = {
	origins: 'Pages that may use the site ID, such as https://app.example.com; any when empty.',
	capture: 'Store every event, or only those with a registered name.',
	'limits.cooldown_days': 'Days between any two prompts to one person; 0 for none.',
	'limits.window.displays': 'Maximum number of displays to one person …',
	'limits.window.days': '… within this number of days.',
	'limits.per_session': 'Displays in one session.',
	'limits.displays_per_day': 'Displays of all prompts to all people in one day.',
	'limits.holdout': 'Share of people who are never asked.',
	'appearance.theme':
		'Default theme of the site’s prompts: light, dark, or as the visitor’s system.',
	'appearance.accent': 'Their colour of buttons and marks, #rrggbb.',
	'appearance.radius': 'Their corner radius in pixels.',
	'appearance.font': 'Their font: the system’s, or that of your page.',
	'appearance.position': 'Where on the page they appear.',
	'launcher.survey_id': 'The prompt that the button on every page opens.',
	'launcher.position': 'Where the button is: at an edge, in a corner, or in an element of the app.',
	'launcher.target': 'CSS selector of the element. Required with inline.',
	'launcher.label': 'Its label; “Feedback” in the visitor’s language, if omitted.',
	'launcher.translations': 'Its labels by language tag.',
	'retention.event_days': 'Days for which individual events are kept.',
	'retention.visitor_days':
		'Days after which visitors who have not returned are deleted, with their traits and displays.',
	'rate_limits.site.per_second': 'Sustained requests per second of the whole site.',
	'rate_limits.site.burst': 'Requests of the whole site at once.',
	'rate_limits.address.per_second': 'Sustained requests per second from one network address.',
	'rate_limits.address.burst': 'Requests from one network address at once.',
	'rate_limits.subject.per_second': 'Sustained requests per second of one visitor or account.',
	'rate_limits.subject.burst': 'Requests of one visitor or account at once.',
	identity_proofs: 'Proofs of identify: ignored, checked and counted, or required.',
	presence:
		'Where people confirm with their passkey: when they publish and export, when they publish, or not.',
	answer_context:
		'What is stored with each answer: referrer, UTM parameters, window or app version.',
	ask_in_words:
		'Whether members may ask about results in words, which the operator’s language model reads.',
	detect_bots:
		'Store events of bots but never show them a prompt. When off, bots are treated as people.',
	time_zone: 'IANA name; days in the dashboard are days in this time zone.',
};

export const backendReportFields: Record<string, string> = {
	'events[].id': 'A UUIDv7: its time is that of the event, and the event is stored once under it.',
	'events[].account': 'The account that the event is about, as the app passes it to identify.',
	'events[].name': 'Letters, digits, ., _, : and -.',
	'events[].properties': 'Strings, numbers, booleans or null by key. All count as verified.',
	'identify[].account': 'The account; it need not have been seen before.',
	'identify[].traits': 'Strings, numbers, booleans or null by key; they merge by key.',
};

export const backendResponseFields: Record<string, string> = {
	'events[].id': 'The ID of the event as it was sent.',
	'events[].status': 'What became of the event; a duplicate was stored before.',
	'events[].reason': 'The decision: waiting when a prompt waits for the account.',
	'events[].error': 'With rejected: code, message, field and hint.',
	'identify[].account': 'The account as it was sent.',
	'identify[].status': 'Whether the traits were stored.',
	'identify[].error': 'With rejected: code, message, field and hint.',
	now: 'Time of the service, in milliseconds since 1970.',
};

/** Lists the fields of a backend's report, from its schema. */
export function backendReportRows(): FieldRow[] {
	return listItemRows(
		z.toJSONSchema(backendReportSchema, { io: 'input' }) as Node,
		backendReportFields,
	);
}

/** Lists the fields of the response to a backend, from its schema. */
export function backendResponseRows(): FieldRow[] {
	return listItemRows(z.toJSONSchema(backendResponseSchema) as Node, backendResponseFields);
}

// The root consists of optional lists of items: the required fields of an item are required even though its list is
// optional.
function listItemRows(root: Node, descriptions: Record<string, string>): FieldRow[] {
	const properties = Object.entries(root.properties ?? {}).map(([name, node]) =>
		node.items?.properties ? [`${name}[]`, { ...node.items, items: undefined }] : [name, node],
	);
	const lists = Object.fromEntries(properties) as Record<string, Node>;
	return fieldRows({ properties: lists, required: Object.keys(lists) }, descriptions, 1);
}

/** The fields of the prompt file, from its schema. */
export function promptFieldRows(): FieldRow[] {
	return fieldRows(z.toJSONSchema(promptSchema, { io: 'input' }) as Node, promptFields);
}

/** The settings of a site, from their schema. */
export function siteFieldRows(): FieldRow[] {
	return fieldRows(z.toJSONSchema(siteSettingsSchema, { io: 'input' }) as Node, siteFields);
}

function fieldRows(
	root: Node,
	descriptions: Record<string, string>,
	levels = Infinity,
): FieldRow[] {
	return leaves(root, '', '', levels).map(({ path, node, requirement }) => {
		const description = descriptions[path];
		if (description === undefined) throw new Error(`The field "${path}" is not described.`);
		const given = node.default === undefined ? '' : JSON.stringify(node.default);
		return { path, type: typeText(node), requirement, default: given, description };
	});
}

type Leaf = { path: string; node: Node; requirement: string };

// Questions, audience and translations have their own pages; other objects are expanded. `optional` is the innermost
// optional parent: its required fields are required only with it.
function leaves(node: Node, path: string, optional = '', levels = Infinity): Leaf[] {
	return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
		const at = path ? `${path}.${name}` : name;
		const inner = withoutNull(child);
		const required = node.required?.includes(name) ?? false;
		if (inner.properties && levels > 0) {
			return leaves(inner, at, required ? optional : at, levels - 1);
		}
		const always = optional ? `required in \`${optional}\`` : 'required';
		return [{ path: at, node: child, requirement: required ? always : '' }];
	});
}

/** The object of a field that is an object or null. */
function withoutNull(node: Node): Node {
	const [object, none] = node.anyOf ?? [];
	return object && none?.type === 'null' ? object : node;
}

function typeText(node: Node): string {
	if (node.$ref) return 'condition';
	if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' · ');
	if (node.type === 'array') return `list, at most ${node.maxItems}`;
	if (node.format === 'date-time') return 'date and time';
	if (node.type === 'number' || node.type === 'integer') {
		const kind = node.type === 'integer' ? 'integer' : 'number';
		if (node.maximum === undefined) return kind;
		return `${kind}, ${node.minimum} to ${node.maximum.toLocaleString('en')}`;
	}
	if (node.type === 'string' && node.maxLength)
		return `string, at most ${node.maxLength} characters`;
	return node.type ?? 'any';
}
