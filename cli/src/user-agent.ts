import { arch, platform } from 'node:os';
import { product } from '@feedback/contract';

/** The command's `User-Agent`. */
export const agent = `feedback-cli/${product.version} (${platform()} ${arch()}; node ${process.version})`;
