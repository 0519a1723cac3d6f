// Requests and responses between the browser SDK and the `sdk` function: plain types, so that the SDK can import
// them without a schema library. The schemas are in `ingest.ts`; `wire.test.ts` checks that both agree.
import type { LauncherToDraw, PromptToDraw } from './prompt-to-draw.ts';
import type { AnswerValue, Values } from './value.ts';

export type {
	AnswerCondition,
	AnswerText,
	Appearance,
	Branch,
	ChoiceOption,
	Launcher,
	LauncherToDraw,
	PromptToDraw,
	PromptWords,
	QuestionToDraw,
	TextValues,
	TextValueSource,
} from './prompt-to-draw.ts';
export type { AnswerValue, Value, Values } from './value.ts';

/** Why a prompt was or was not displayed. Closed list, explained in `reasons.ts`. */
export type Reason =
	| 'displayed'
	| 'waiting'
	| 'no_prompt'
	| 'not_captured'
	| 'trigger_properties'
	| 'unverified'
	| 'trigger_count'
	| 'audience'
	| 'sampled_out'
	| 'not_started'
	| 'ended'
	| 'session_too_young'
	| 'postponed'
	| 'seen_limit'
	| 'answered'
	| 'prompt_cooldown'
	| 'site_cooldown'
	| 'session_limit'
	| 'group_limit'
	| 'budget'
	| 'paced'
	| 'holdout'
	| 'lost_priority'
	| 'withdrawn'
	| 'busy'
	| 'hidden'
	| 'vetoed'
	| 'throttled'
	| 'bot'
	| 'duplicate';

/** The SDK's knowledge of the page and the browser at the time of a call. */
export type Context = {
	/** Path of the page, without query and fragment. */
	path?: string;
	device?: 'phone' | 'tablet' | 'desktop';
	/** BCP 47 tags in the visitor's order of preference, at most 5. */
	languages?: string[];
};

/** Connects the visitor to an account; may be part of any request. */
export type Identity = {
	account: string;
	traits?: Values;
	/** Token from the app's backend that proves the account ID. */
	proof?: string;
};

/** When a prompt was last shown on this device, kept across `reset()`. Can only make limits stricter. */
export type DeviceDisplay = { survey_id: string; at: number };

/** Identifies the caller. Part of every request of the SDK. */
export type Caller = {
	/** Public site ID, `site_…`. */
	site: string;
	/** This browser: a UUID created by the SDK and replaced by `reset()`. */
	visitor: string;
	/** UUIDv7; its time is the start of the session. */
	session: string;
	/** Version of the SDK. */
	sdk: string;
	context?: Context;
	identify?: Identity;
	/** Displays this device remembers from before a `reset()`. */
	device?: DeviceDisplay[];
	/** One-hour token that unlocks the facts behind a reason. */
	debug?: string;
};

/** One event as the app reported it. */
export type ReportedEvent = {
	/** UUIDv7 created when the app reported it: idempotency key and time. */
	id: string;
	name: string;
	properties?: Values;
	/** Event proof from the app's backend. */
	proof?: string;
	/** Session in which the event was reported, if it is not the caller's session. */
	session?: string;
};

/** `POST /sdk/events`. With `decide`, exactly one event, and the response contains a decision. */
export type EventsRequest = Caller & {
	events: ReportedEvent[];
	decide: boolean;
	/** Events dropped on the device since the last report, counted by cause. */
	dropped?: Record<string, number>;
};

/** In the order of the request's events, with `id` as it was sent. */
export type EventResult = {
	id: string;
	/** The `jti` of the event's proof when the event is stored under it; claim it by this id. */
	kept_as?: string;
	status: 'recorded' | 'duplicate' | 'not_captured' | 'stale' | 'rejected';
	/** Present when rejected: what to correct. */
	error?: WireError;
	/** Why the event's proof did not count, when one was sent. */
	proof?: string;
};

/** Whether the request's `identify` counts. */
export type IdentityState = 'reported' | 'verified' | 'refused';

/** Settings of the site that concern every page. */
export type PageSettings = {
	/** The button of the site; missing if it has none, or if its prompt is not published. */
	launcher?: LauncherToDraw;
	/** What the site stores with answers; missing if it stores nothing. */
	context?: AnswerContextKind[];
};

/** What a response to `events` with a decision, to `identify`, or to `show` says about the page. */
type AboutPage = {
	/** ID of the poll with which an idle page requests a prompt that waits for its account; missing if no prompt can. */
	poll?: string;
	/** Missing if the site has none of these settings. */
	page?: PageSettings;
};

/** What a response says about the request's `identify`. */
type AboutIdentity = {
	identity?: IdentityState;
	/** Names of traits that were left out because they are not allowed; an empty name if they are no object. */
	dropped_traits?: string[];
};

/**
 * `decision` is missing when it was not requested or the event is stale. When the event itself displays no prompt, the
 * decision is about a prompt that waits for the visitor's account.
 */
export type EventsResponse = AboutIdentity &
	AboutPage & { results: EventResult[]; decision?: Decision; now: number };

/** `POST /sdk/identify` */
export type IdentifyRequest = Caller & { identify: Identity };
export type IdentifyResponse = AboutIdentity & AboutPage & { identity: IdentityState; now: number };

/** `POST /sdk/reset`: no further decisions are made for the visitor named here. */
export type ResetRequest = Caller;
export type ResetResponse = AboutIdentity & { now: number };

/** `POST /sdk/show` */
export type ShowRequest = Caller & {
	/** UUIDv7: idempotency key of this request. */
	id: string;
	survey_id: string;
	/** The response to this request was lost: releases what it reserved, and decides nothing. */
	decide?: false;
};

/** `POST /sdk/claim`: a delay has passed; decide again and reserve. */
export type ClaimRequest = Caller & {
	/** The event whose decision was `waiting`: the visitor's own, or the backend's for the visitor's account. */
	event: string;
};

/** `POST /sdk/poll`: requests a prompt that waits for the visitor's account. */
export type PollRequest = Caller & {
	/** UUIDv7: idempotency key of this request. Use the `poll` value of the last response. */
	id: string;
};
/** `decision` is missing while no prompt may be displayed. */
export type PollResponse = Partial<DecisionResponse> & { now: number };

/** Response to show and claim. */
export type DecisionResponse = AboutIdentity & AboutPage & { decision: Decision; now: number };

/**
 * `POST /sdk/preview`: how one revision would be decided for an event, or for `show()` of its prompt; nothing is stored.
 * With neither, the response only names the previewed prompt.
 */
export type PreviewRequest = Caller & {
	/** Created by the dashboard; names the revision and is valid for one hour. */
	token: string;
	event?: ReportedEvent;
	survey_id?: string;
};
export type PreviewResponse = AboutIdentity & {
	/** Prompt that the token shows; `events` are the names that trigger it. */
	shows: { survey_id: string; name: string; revision: number; events: string[] };
	/** Reason that a decision would have had; missing when the event does not concern this prompt. */
	reason?: Reason;
	/** Every rule, passed or failed. */
	rules: Rule[];
	/** Present if the event triggers it or `show()` names it, even if rules fail. */
	prompt?: PromptToDraw;
	/** Why the event's proof did not count, when one was sent. */
	proof?: string;
	now: number;
};

/**
 * The service's decision about one event, claim or show. A response with a display has status 201, even if the request
 * is a repetition; all others have 200.
 */
export type Decision =
	| { reason: 'displayed'; display: Display; facts?: Facts }
	| { reason: 'waiting'; due: number; survey_id: string; facts?: Facts }
	| { reason: Exclude<Reason, 'displayed' | 'waiting'>; facts?: Facts };

/** Each rule of each candidate, for a caller with a debug token. */
export type Facts = { survey_id: string; reason: Reason; rules: Rule[] }[];

/** One rule of a prompt, and in `text` the facts that it was compared with. */
export type Rule = { rule: string; passed: boolean; text: string };

/** A reserved display. The secret allows its bearer to confirm, release and answer it. */
export type Display = { id: string; secret: string; prompt: PromptToDraw };

/** `POST /sdk/display`: the SDK reports the state of a display. */
export type DisplayRequest = {
	site: string;
	display: string;
	secret: string;
	state: 'displayed' | 'dismissed' | 'postponed' | 'released';
	/** Why it was released. */
	reason?: 'hidden' | 'busy' | 'vetoed' | 'blocked' | 'late';
	/** Days after which the visitor wants to be asked again; only with `postponed`. */
	days?: number;
};
export type DisplayResponse = {
	state: 'reserved' | 'displayed' | 'answered' | 'dismissed' | 'postponed' | 'released';
	now: number;
};

/** What a site can have stored with its answers. */
export type AnswerContextKind = 'referrer' | 'utm' | 'viewport' | 'app_version';

/** Where the session came from, the window and the app, at the time of an answer. */
export type AnswerContext = {
	/** Host of the page that led to the app. */
	referrer?: string;
	utm_source?: string;
	utm_medium?: string;
	utm_campaign?: string;
	utm_term?: string;
	utm_content?: string;
	/** Size of the window, in CSS pixels. */
	viewport_width?: number;
	viewport_height?: number;
	/** The option `appVersion` of `init`. */
	app_version?: string;
};

/** `POST /sdk/answer`: all answers so far; a higher `seq` replaces a lower one, and `final` ends the response. */
export type AnswerRequest = {
	site: string;
	display: string;
	secret: string;
	seq: number;
	final: boolean;
	answers: Record<string, AnswerValue>;
	/** Questions whose prefilled answers are unchanged; only if the prompt has such answers. */
	prefilled?: string[];
	/** Only if the site stores it. */
	context?: AnswerContext;
};
export type AnswerResponse = { response: string; seq: number; final: boolean; now: number };

/**
 * `POST /screenshots` as `multipart/form-data`: the field `request` is this as JSON, the field `picture` a WebP, PNG or
 * JPEG file. The answer to the question is then the ID in the response.
 */
export type ScreenshotRequest = {
	site: string;
	display: string;
	secret: string;
	/** ID of a question of the type `screenshot`. */
	question: string;
};
/** Status 201. A picture that no answer contains is deleted after a day. */
export type ScreenshotResponse = { screenshot: string; now: number };

/** One event as the app's backend reported it. */
export type BackendEvent = {
	/** UUIDv7: idempotency key and time. */
	id: string;
	/** The account that it is about. */
	account: string;
	name: string;
	/** All of them count as verified. */
	properties?: Values;
};

/** Account data that the app's backend reports. */
export type BackendIdentity = { account: string; traits?: Values };

/** `POST /events`, with a site key. Identifies are applied first. */
export type BackendRequest = { events?: BackendEvent[]; identify?: BackendIdentity[] };

/** In the order of the request, with `id` as it was sent. */
export type BackendEventResult = {
	id: string;
	status: 'recorded' | 'duplicate' | 'not_captured' | 'stale' | 'rejected';
	/** The decision: `waiting` when a prompt waits for the account. */
	reason?: Reason;
	/** Present when rejected: what to correct. */
	error?: WireError;
};
export type BackendIdentityResult = {
	account: string;
	status: 'identified' | 'rejected';
	error?: WireError;
};
export type BackendResponse = {
	events: BackendEventResult[];
	identify: BackendIdentityResult[];
	now: number;
};

/** One error shape for every route. */
export type WireError = {
	code: string;
	message: string;
	/** Path of the invalid value, such as `events.0.name`. */
	field?: string;
	/** How to correct it. */
	hint?: string;
	/** With `approval_required`: where a person approves it. */
	approval?: WireApproval;
	/** With `presence_required`: what a passkey has to sign. */
	presence?: WirePresence;
	/** With `conflict` of a working copy or of settings: what is stored. */
	stored?: WireStored;
	request_id?: string;
};
export type WireApproval = { id: string; url: string; expires_at: string };
/** One request that a person has to confirm with one of these passkeys. */
export type WirePresence = {
	id: string;
	challenge: string;
	/** Host name that the passkeys belong to. */
	rp_id: string;
	passkeys: { id: string; transports: string[] }[];
	expires_at: string;
};
/** The state that someone else saved; all null if it was removed. */
export type WireStored = {
	etag: string | null;
	updated_at: string | null;
	updated_by: string | null;
};
export type ErrorResponse = { error: WireError };
