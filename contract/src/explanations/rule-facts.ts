import type { AudienceCondition, PropertyCondition } from '../condition.ts';
import type { Reason } from '../wire.ts';

/** A condition of a rule and what it was compared with. */
export type ConditionFacts = {
	condition: AudienceCondition | PropertyCondition;
	/** Of a trait, a property, the context or an answer; absent when it is missing. */
	value?: unknown;
	/** The trait is the answer to a question of a prompt. */
	source?: { prompt: string; answer: string };
	/** The property is inside a valid proof. */
	verified?: boolean;
	/** Since the prompt was displayed, answered or dismissed, its latest response began, or the visitor was first seen; null for never. */
	seconds_ago?: number | null;
	/** Of the events, this one included. */
	count?: number;
	identified?: boolean;
};

type Spent = { spent: number; allowed: number };

/** The facts that the database returns for each code of a rule (`supabase/schemas/explain/`). */
export type RuleFacts = {
	audience: ConditionFacts;
	audience_in_browser: object;
	cancel: { events: string[] };
	delay: { seconds: number };
	displays_budget: Spent;
	end: { at: string };
	/** `events` is null for a prompt without a trigger. */
	event: { events: string[] | null; name: string };
	experiment: { variant: string; experiment: string; position: number };
	group_limit: { trait: string; applies: boolean; seconds_ago: number | null; days: number };
	holdout: { position: number; share: number };
	limits: {
		displays: number;
		seconds_ago: number | null;
		show: string;
		times: number | null;
		again_after_days: number | null;
	};
	pacing: { percent: number; every: string; due: number; allowed: number };
	period_budget: Spent & { every: string };
	/** `count`: of such events, this one included. */
	postponed: { at: string };
	repeated: { times: number; within_minutes: number; count: number };
	responses_budget: Spent;
	sampling: { position: number; rate: number };
	session: { seconds_ago: number; required: number };
	session_limit: { displays: number; limit: number };
	site_budget: Spent;
	/** The site has no window if one of its members is null. */
	site_cooldown: {
		seconds_ago: number | null;
		cooldown_days: number;
		window_displays: number | null;
		window_days: number | null;
		window_limit: number | null;
	};
	site_limits: object;
	source: object;
	start: { at: string };
	trigger: ConditionFacts;
	unless: { within_minutes: number; events: string[] };
	verified: { backend: boolean };
};

export type RuleCode = keyof RuleFacts;

export type ExplainedRule<Code extends RuleCode = RuleCode> = {
	[Each in Code]: { code: Each; passed: boolean; facts: RuleFacts[Each] };
}[Code];

/** The decision of one prompt, as the database explains it. */
export type ExplainedPrompt = { survey_id: string; reason: Reason; rules: ExplainedRule[] };
