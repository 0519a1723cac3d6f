/** Header of the searches of a page whose reader may still be typing. */
export const typingHeader = 'x-typing';
