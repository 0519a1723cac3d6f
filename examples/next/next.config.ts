import { join } from 'node:path';

import type { NextConfig } from 'next';

const config: NextConfig = {
	distDir: 'dist',
	poweredByHeader: false,
	// The SDK is a link to its folder, two folders up.
	turbopack: { root: join(import.meta.dirname, '../..') },
};

export default config;
