import { z } from 'zod';

/** The domain of e-mail addresses, such as `example.com`, in lower case. */
export const emailDomainSchema = z
	.string()
	.toLowerCase()
	.regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain, such as example.com');
