/** Languages that the dashboard offers for translations; any other tag may be typed. */
export const offeredLanguages: readonly string[] = [
	'ar bg bn cs da de de-AT de-CH el en en-GB en-US es es-419 es-MX et fa fi fr fr-CA ga he hi hr hu id is it ja ko',
	'lt lv ms mt nb nl pl pt pt-BR pt-PT ro ru sk sl sr sr-Latn sv sw ta te th tr uk ur vi zh-Hans zh-Hant',
]
	.join(' ')
	.split(' ');
