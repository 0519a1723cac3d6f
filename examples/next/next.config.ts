import { join } from 'node:path';

import type { NextConfig } from 'next';

const config: NextConfig = {
	distDir: 'dist',
	poweredByHeader: false,
	// The packages of the workspace are installed two folders up.
	turbopack: { root: join(import.meta.dirname, '../..') },
	// The types are checked with those of the whole tree.
	typescript: { ignoreBuildErrors: true },
};

export default config;
