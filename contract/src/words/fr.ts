import type { PromptWords } from '../wire.ts';

export const fr: PromptWords = {
	close: 'Fermer',
	back: 'Retour',
	next: 'Suivant',
	skip: 'Passer',
	send: 'Envoyer',
	yes: 'Oui',
	no: 'Non',
	required: 'Veuillez répondre à cette question.',
	email: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
	url: 'Saisissez une adresse web, par exemple example.com.',
	at_least: 'Choisissez au moins {n}.',
	at_most: 'Choisissez au plus {n}.',
	other: 'Veuillez préciser',
	value: '{n} sur {total}',
	step: 'Question {n} sur {total}',
	left: '{n} caractères restants',
	opened: 'Votre avis :',
	new_tab: 's’ouvre dans un nouvel onglet',
	thanks: 'Merci !',
};
