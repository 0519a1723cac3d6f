/** Texts of the button that opens a prompt on every page. */
export type LauncherWords = {
	/** Label of the button, unless the site sets its own. */
	label: string;
	/** Name of the button that hides it. */
	hide: string;
	/** Shown when the prompt cannot be displayed. */
	unavailable: string;
};

/** By language. */
export const launcherWords: Readonly<Record<string, LauncherWords>> = {
	ar: { label: 'ملاحظات', hide: 'إخفاء زر الملاحظات', unavailable: 'لا يمكن إرسال الملاحظات الآن.' },
	de: {
		label: 'Feedback',
		hide: 'Feedback-Schaltfläche ausblenden',
		unavailable: 'Feedback ist gerade nicht möglich.',
	},
	en: {
		label: 'Feedback',
		hide: 'Hide the feedback button',
		unavailable: 'Feedback is not available right now.',
	},
	es: {
		label: 'Comentarios',
		hide: 'Ocultar el botón de comentarios',
		unavailable: 'No es posible enviar comentarios en este momento.',
	},
	fr: {
		label: 'Votre avis',
		hide: 'Masquer le bouton d’avis',
		unavailable: 'Impossible de donner votre avis pour le moment.',
	},
	ja: {
		label: 'ご意見',
		hide: 'ご意見ボタンを非表示にする',
		unavailable: '現在、ご意見を送信できません。',
	},
};
