// The documented rules in plain TypeScript, independent of the SQL.
import type {
	AnswerHistoryCondition,
	Audience,
	AudienceCondition,
	PropertyCondition,
	Rule,
} from '@feedback/contract';
import type { Value, Values } from '@feedback/contract/wire';

export type RuleFacts = {
	/** Milliseconds since 1970, like all times in this file. */
	now: number;
	properties: Values;
	/** Properties inside a valid event proof; null without one. */
	verified: Values | null;
	traits: Values;
	context: { path?: string; device?: string; languages?: string[] };
	account: string | null;
	firstSeen: number;
	/** Displays of the subject; released ones do not count. */
	displays: PastDisplay[];
	/** Times of all events of the subject by name, including the current one. */
	events: Record<string, number[]>;
};

export type PastAnswer = string | number | boolean | { other: string } | PastAnswer[];

export type PastDisplay = {
	surveyId: string;
	at: number;
	session: string;
	answeredAt?: number;
	/** By question; null if it was skipped. */
	answers?: Record<string, PastAnswer | null>;
	dismissedAt?: number;
	postponed?: { at: number; until: number };
	released?: boolean;
};

const day = 86_400_000;

/** Whether the rule may hold on some page, as far as it is known while there is none. */
export function mayHold(rule: AnyRule, facts: RuleFacts): boolean {
	return judgeWithoutPage(rule, facts) !== false;
}

function judgeWithoutPage(rule: AnyRule, facts: RuleFacts): boolean | 'unknown' {
	const judge = (members: AnyRule[], decisive: boolean) => {
		const judged = members.map((member) => judgeWithoutPage(member, facts));
		if (judged.includes(decisive)) return decisive;
		return judged.includes('unknown') ? 'unknown' : !decisive;
	};
	if ('all' in rule) return judge(rule.all, false);
	if ('any' in rule) return judge(rule.any, true);
	if ('none' in rule) {
		const some = judge(rule.none, true);
		return some === 'unknown' ? some : !some;
	}
	return 'context' in rule ? 'unknown' : holds(rule, facts);
}

export function holds(rule: AnyRule, facts: RuleFacts): boolean {
	if ('all' in rule) return rule.all.every((member) => holds(member, facts));
	if ('any' in rule) return rule.any.some((member) => holds(member, facts));
	if ('none' in rule) return !rule.none.some((member) => holds(member, facts));
	if ('property' in rule) {
		const source = rule.verified
			? (facts.verified ?? {})
			: { ...facts.properties, ...facts.verified };
		return compare(rule, [source[rule.property]], facts.now);
	}
	return holdsForSubject(rule, facts);
}

function holdsForSubject(rule: AudienceCondition, facts: RuleFacts): boolean {
	if ('trait' in rule) return compare(rule, [facts.traits[rule.trait]], facts.now);
	if ('context' in rule) {
		if (rule.context === 'language') return compareLanguage(rule, facts);
		return compare(rule, [facts.context[rule.context]], facts.now);
	}
	if ('answer' in rule) return holdsForAnswer(rule, facts);
	if ('prompt' in rule) {
		const moments = facts.displays
			.filter((display) => !display.released && display.surveyId === rule.prompt)
			.map((display) => momentOf(display, rule.was));
		return moments.some((at) => at !== undefined && at >= facts.now - rule.within_days * day);
	}
	if ('event' in rule) {
		const times = facts.events[rule.event] ?? [];
		return times.filter((at) => at >= facts.now - rule.within_days * day).length >= rule.times;
	}
	if ('first_seen' in rule) {
		const edge = facts.now - rule.days * day;
		return rule.first_seen === 'older_than' ? facts.firstSeen < edge : facts.firstSeen > edge;
	}
	return rule.identified === (facts.account !== null);
}

/** The displays with at least one answer, the latest first. */
export function listAnswered({ displays }: RuleFacts): PastDisplay[] {
	const hasAnswer = ({ answers = {} }: PastDisplay) =>
		Object.values(answers).some((answer) => answer !== null && [answer].flat().length > 0);
	return displays
		.filter((display) => !display.released && display.answeredAt !== undefined)
		.filter(hasAnswer)
		.sort((one, other) => other.answeredAt! - one.answeredAt!);
}

/** In the latest response to the prompt. */
function holdsForAnswer(rule: AnswerHistoryCondition, facts: RuleFacts): boolean {
	const latest = listAnswered(facts).find(({ surveyId }) => surveyId === rule.prompt);
	const answer = latest?.answers?.[rule.answer] ?? null;
	if (answer === null || latest!.answeredAt! < facts.now - rule.within_days * day) return false;
	return [answer].flat().some((given) => meetsAnswer(rule, given));
}

function meetsAnswer(rule: AnswerHistoryCondition, given: PastAnswer): boolean {
	if (rule.op === 'answered') return given !== '';
	return typeof given !== 'object' && meets(rule, given, 0);
}

function momentOf(display: PastDisplay, was: 'displayed' | 'answered' | 'dismissed') {
	if (was === 'displayed') return display.at;
	return was === 'answered' ? display.answeredAt : display.dismissedAt;
}

/** An operator and its value. */
type Comparison = TestOf<PropertyCondition>;
type TestOf<Each> = Each extends unknown ? Omit<Each, 'property' | 'verified'> : never;

// `de` also matches `de-AT`, and case is irrelevant in a language tag.
function compareLanguage(rule: Comparison, facts: RuleFacts): boolean {
	const tag = facts.context.languages?.[0]?.toLowerCase();
	const parts = tag?.split('-') ?? [];
	const ranges = parts.map((_, index) => parts.slice(0, index + 1).join('-'));
	const lower = JSON.parse(JSON.stringify(rule).toLowerCase()) as Comparison;
	return compare(lower, ranges.length > 0 ? ranges : [undefined], facts.now);
}

const positive = {
	is_not: 'is',
	none_of: 'one_of',
	not_contains: 'contains',
	missing: 'exists',
} as const;

/** Whether any of the values satisfies the comparison; a negative operator is the complement of its positive one. */
function compare(rule: Comparison, values: (Value | undefined)[], now: number): boolean {
	if (rule.op in positive) {
		const op = positive[rule.op as keyof typeof positive];
		return !compare({ ...rule, op } as Comparison, values, now);
	}
	return values.some((value) => value !== undefined && meets(rule, value, now));
}

function meets(rule: Comparison, value: Value, now: number): boolean {
	switch (rule.op) {
		case 'is':
			return value === rule.value;
		case 'one_of':
			return rule.value.includes(value);
		case 'contains':
			return typeof value === 'string' && value.includes(rule.value);
		case 'starts_with':
			return typeof value === 'string' && value.startsWith(rule.value);
		case 'greater':
			return typeof value === 'number' && value > rule.value;
		case 'at_least':
			return typeof value === 'number' && value >= rule.value;
		case 'less':
			return typeof value === 'number' && value < rule.value;
		case 'at_most':
			return typeof value === 'number' && value <= rule.value;
		case 'between':
			return typeof value === 'number' && value >= rule.value[0] && value <= rule.value[1];
		case 'exists':
			return true;
		default:
			return meetsDate(rule, instantOf(value), now);
	}
}

function meetsDate(rule: Comparison, at: number | undefined, now: number): boolean {
	if (at === undefined) return false;
	switch (rule.op) {
		case 'before':
			return at < instantOf(rule.value)!;
		case 'after':
			return at > instantOf(rule.value)!;
		case 'older_than':
			return at < now - rule.days * day;
		case 'newer_than':
			return at > now - rule.days * day;
		default:
			throw new Error(`unexpected ${rule.op}`);
	}
}

const iso =
	/^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?(Z|[+-](?:0\d|1[0-5]):[0-5]\d)?)?$/;

/** Milliseconds of an ISO 8601 date or time, UTC where it names no offset; undefined for anything else. */
export function instantOf(value: unknown): number | undefined {
	const parts = typeof value === 'string' ? iso.exec(value) : null;
	if (!parts) return undefined;
	const [year, month, dayOfMonth, hour, minute, second] = parts
		.slice(1, 7)
		.map((part) => Number(part ?? 0));
	const at = Date.UTC(year!, month! - 1, dayOfMonth, hour, minute, second);
	const date = new Date(at);
	if (year! < 100 || date.getUTCMonth() !== month! - 1 || date.getUTCDate() !== dayOfMonth)
		return undefined;
	const fraction = Math.round(Number(parts[7] ?? 0) * 1_000);
	return at + fraction - offsetOf(parts[8]);
}

function offsetOf(text = 'Z'): number {
	if (text === 'Z') return 0;
	const [hours, minutes] = text.slice(1).split(':').map(Number);
	return (text.startsWith('-') ? -1 : 1) * (hours! * 60 + minutes!) * 60_000;
}

export type AnyRule = Audience | Rule<PropertyCondition>;
