/** Questions in words. */
export const askLimitRows = [
	{ path: 'ask.question', label: 'Length of a question', unit: 'characters' },
	{ path: 'ask.person.perMinute', label: 'Questions of one person, sustained', unit: 'a minute' },
	{ path: 'ask.person.burst', label: 'Questions of one person, at once', unit: 'questions' },
	{ path: 'ask.site.perMinute', label: 'Questions at one site, sustained', unit: 'a minute' },
	{ path: 'ask.site.burst', label: 'Questions at one site, at once', unit: 'questions' },
	{ path: 'ask.milliseconds', label: 'Time for the model, for one question', unit: 'milliseconds' },
	{ path: 'ask.replies', label: 'Replies of the model to one question', unit: 'replies' },
	{ path: 'ask.tokens', label: 'Length of one reply', unit: 'tokens' },
	{ path: 'ask.bytes', label: 'Size of the model’s response', unit: 'bytes' },
	{ path: 'ask.prompts', label: 'Prompts that are described to the model', unit: 'prompts' },
	{ path: 'ask.tags', label: 'Tags that are described to it', unit: 'tags' },
	{ path: 'ask.traits', label: 'Keys of traits that are described to it', unit: 'keys' },
	{ path: 'ask.options', label: 'Options of one question that are described', unit: 'options' },
	{ path: 'ask.name', label: 'Length of a name or title that is described', unit: 'characters' },
	{ path: 'ask.description', label: 'Description of all prompts together', unit: 'characters' },
	{ path: 'ask.conditions', label: 'Conditions that a question becomes', unit: 'conditions' },
];
