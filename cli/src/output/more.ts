/** `2,000` */
export const formatNumber = (number: number): string => number.toLocaleString('en');

/** `1 prompt`, `2,000 prompts`. */
export function count(number: number, noun: string): string {
	return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** `2026-01-31 09:00`, in the local time zone. */
export function moment(instant: string | null): string {
	if (instant === null) return '–';
	const date = new Date(instant);
	const two = (number: number) => String(number).padStart(2, '0');
	const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
