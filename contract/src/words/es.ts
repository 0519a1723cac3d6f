import type { PromptWords } from '../wire.ts';

export const es: PromptWords = {
	close: 'Cerrar',
	back: 'Atrás',
	next: 'Siguiente',
	skip: 'Omitir',
	send: 'Enviar',
	yes: 'Sí',
	no: 'No',
	required: 'Responda a esta pregunta.',
	email: 'Escriba una dirección de correo, por ejemplo nombre@example.com.',
	url: 'Escriba una dirección web, por ejemplo example.com.',
	at_least: 'Elija al menos {n}.',
	at_most: 'Elija como máximo {n}.',
	other: 'Descríbalo, por favor',
	value: '{n} de {total}',
	step: 'Pregunta {n} de {total}',
	left: 'Quedan {n} caracteres',
	opened: 'Su opinión:',
	new_tab: 'se abre en una pestaña nueva',
	thanks: '¡Gracias!',
};
