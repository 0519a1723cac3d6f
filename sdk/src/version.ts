/** Version of this SDK; a test holds it equal to package.json's. */
export const version = '0.4.0';
