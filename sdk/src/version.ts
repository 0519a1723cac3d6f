/** Version of this SDK; a test compares it with package.json's. */
export const version = '0.4.0';
