import type { Appearance } from '@feedback/contract/wire';

/** The fields of an appearance. A value may be invalid while it is typed; an error is then shown beside it. */
export type AppearanceKey = 'theme' | 'font' | 'accent' | 'radius' | 'position';
export type Position = Appearance['position'];

/** The complete appearance that applies where nothing is chosen. */
export type InheritedAppearance = Required<Pick<Appearance, AppearanceKey>>;

type Option<Value> = { value: Value; label: string };

export const themes: readonly Option<Appearance['theme']>[] = [
	{ value: 'auto', label: 'Same as the visitor’s system' },
	{ value: 'light', label: 'Light' },
	{ value: 'dark', label: 'Dark' },
];

export const fonts: readonly Option<Appearance['font']>[] = [
	{ value: 'system', label: 'The system’s font' },
	{ value: 'inherit', label: 'Font of the page' },
];

/** Positions, each with the classes that place the prompt in a thumbnail of a page. */
export const positions: readonly (Option<Position> & { place: string })[] = [
	{ value: 'top_left', label: 'Top left', place: 'top-1 left-1 h-3 w-5' },
	{ value: 'top_right', label: 'Top right', place: 'top-1 right-1 h-3 w-5' },
	{ value: 'bottom_left', label: 'Bottom left', place: 'bottom-1 left-1 h-3 w-5' },
	{ value: 'bottom_right', label: 'Bottom right', place: 'right-1 bottom-1 h-3 w-5' },
	{ value: 'center', label: 'Center', place: 'inset-x-4 inset-y-2.5' },
	{ value: 'inline', label: 'Inside the page', place: 'inset-x-1 bottom-2.5 h-3' },
];

/**
 * Label of the option that inherits the value.
 *
 * @example
 * describeInherited('As the site', themes, 'dark'); // 'As the site: dark'
 */
export function describeInherited<Value>(
	as: string,
	options: readonly Option<Value>[],
	value: Value,
): string {
	return `${as}: ${options.find((option) => option.value === value)?.label.toLowerCase()}`;
}
