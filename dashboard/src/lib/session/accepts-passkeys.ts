/**
 * Whether browsers create passkeys for a host: for names only, not for IP addresses.
 *
 * @example
 * acceptsPasskeys('feedback.example.com'); // true
 */
export function acceptsPasskeys(hostname: string): boolean {
	return !/^[\d.]+$|:/.test(hostname);
}
