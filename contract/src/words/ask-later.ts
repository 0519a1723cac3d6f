/** Default label of the button "Ask me later", by language. */
export const askLaterLabels: Readonly<Record<string, string>> = {
	ar: 'اسألني لاحقًا',
	de: 'Später fragen',
	en: 'Ask me later',
	es: 'Preguntarme más tarde',
	fr: 'Me demander plus tard',
	ja: '後で回答する',
};
