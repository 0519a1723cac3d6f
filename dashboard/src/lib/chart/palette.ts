// Blue and orange: distinguishable with red-green colour blindness, and different in lightness.

export type ChartTone = 'plain' | 'high' | 'middle' | 'low';

/** For SVG shapes. */
export const chartFills: Record<ChartTone, string> = {
	plain: 'fill-accent',
	high: 'fill-[light-dark(#1d64c9,#6aa9ff)]',
	middle: 'fill-[light-dark(#8b8b96,#73737e)]',
	low: 'fill-[light-dark(#c05a10,#f2a154)]',
};

/** For HTML boxes. */
export const chartGrounds: Record<ChartTone, string> = {
	plain: 'bg-accent',
	high: 'bg-[light-dark(#1d64c9,#6aa9ff)]',
	middle: 'bg-[light-dark(#8b8b96,#73737e)]',
	low: 'bg-[light-dark(#c05a10,#f2a154)]',
};
