// Classes shared by buttons and links that look like buttons.

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium';

const base =
	'inline-flex items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap transition-colors disabled:opacity-60';
const kinds: Record<ButtonKind, string> = {
	primary: 'bg-ink text-ground hover:opacity-90',
	secondary: 'border bg-surface text-ink hover:bg-hover',
	quiet: 'text-soft hover:bg-hover hover:text-ink',
	danger: 'bg-bad-ground text-bad hover:opacity-90',
};
const sizes: Record<ButtonSize, string> = { small: 'h-8 px-2.5 text-sm', medium: 'h-10 px-4' };

export function buttonStyle(kind: ButtonKind, size: ButtonSize): string {
	return `${base} ${kinds[kind]} ${sizes[size]}`;
}
