import type { Launcher } from '@feedback/contract';

/** Positions of the feedback button, by their labels. */
export const launcherPositions: { value: Launcher['position']; label: string }[] = [
	{ value: 'right', label: 'Right edge' },
	{ value: 'left', label: 'Left edge' },
	{ value: 'bottom_right', label: 'Bottom right corner' },
	{ value: 'bottom_left', label: 'Bottom left corner' },
	{ value: 'inline', label: 'In an element of the app' },
];
