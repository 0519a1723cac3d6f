import { arch, platform } from 'node:os';
import { product } from '@feedback/contract';

/** How the command names itself to services. */
export const agent = `feedback-cli/${product.version} (${platform()} ${arch()}; node ${process.version})`;
