import { codeThemes } from './src/code-themes.ts';
import { packageCommands } from './src/ways-in/package-commands.ts';

// A file of its own, because `<Code>` cannot read functions from Astro's configuration.
export default { ...codeThemes, plugins: [packageCommands] };
