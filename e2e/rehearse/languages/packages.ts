/** Debian's packages with the languages in which the documentation has code. */
export const languagePackages = ['golang-go', 'nodejs', 'php-cli', 'python3', 'ruby'];
