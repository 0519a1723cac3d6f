/**
 * A browser and its system, from its `User-Agent`: enough for people to recognise their own.
 *
 * @example
 * describeBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'); // 'Firefox on Linux'
 */
export function describeBrowser(userAgent: string | null): string {
	if (userAgent === null) return 'An unknown browser';
	const find = (known: [pattern: RegExp, name: string][]) =>
		known.find(([pattern]) => pattern.test(userAgent))?.[1];
	const browser = find(browsers) ?? 'A browser';
	const system = find(systems);
	return system === undefined ? browser : `${browser} on ${system}`;
}

// The order matters: most browsers name other browsers, too.
const browsers: [RegExp, string][] = [
	[/Edg\//, 'Edge'],
	[/OPR\//, 'Opera'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
	[/iPhone/, 'iPhone'],
	[/iPad/, 'iPad'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'macOS'],
	[/CrOS/, 'ChromeOS'],
	[/Linux/, 'Linux'],
];
