const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the key is called that goes with a letter: on a Mac, and elsewhere. */
export const modifier = isApple ? '⌘' : 'Ctrl';
