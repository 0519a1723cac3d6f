const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Name of the modifier key of shortcuts, on a Mac and elsewhere. */
export const modifier = isApple ? '⌘' : 'Ctrl';
