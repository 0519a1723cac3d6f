/** Questions in words, which a language model of the operator translates into a filter. */
export const askLimits = {
	/** Maximum length of a question, in characters. */
	question: 500,
	/** Questions of one person, and of all people of one site, at one instance of the service: per minute, and burst. */
	person: { perMinute: 6, burst: 10 },
	site: { perMinute: 20, burst: 40 },
	/** Milliseconds for everything that the model does for one question; less than the gateway waits. */
	milliseconds: 12_000,
	/** Replies of the model to one question: one that cannot be used is requested again, with what is wrong. */
	replies: 2,
	/** Maximum length of a reply, in tokens. */
	tokens: 2_000,
	/** Maximum size of the model's response, in bytes. */
	bytes: 65_536,
	/** What a question's request to the model describes at most; the newest prompts first. */
	prompts: 25,
	tags: 100,
	traits: 50,
	/** Maximum number of options of one question that it describes. */
	options: 20,
	/** Maximum length of a name, a title or a label in it, and of all prompts together, in characters. */
	name: 120,
	description: 24_000,
	/** Maximum number of conditions that a question is translated into. */
	conditions: 8,
} as const;
