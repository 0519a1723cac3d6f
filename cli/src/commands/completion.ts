import { z } from 'zod';

import { defineCommand } from '../command.ts';
import { option } from '../describe.ts';
import { shells, writeScript } from '../completion/write-script.ts';

export const completion = defineCommand({
	name: 'completion',
	summary: 'Print a script that completes commands in your shell.',
	need: 'nothing',
	positionals: ['shell'],
	options: z.object({ shell: option(z.enum(shells), `The shell: ${shells.join(', ')}.`, 'shell') }),
	output: z.object({ shell: z.enum(shells), script: z.string() }),
	examples: [
		{ text: 'In ~/.bashrc', line: 'completion bash' },
		{ text: 'In ~/.zshrc, after compinit', line: 'completion zsh' },
		{ text: 'For fish', line: 'completion fish > ~/.config/fish/completions/feedback.fish' },
		{ text: 'In the profile of PowerShell', line: 'completion powershell' },
	],
	async run({ shell }, { listWords }) {
		return { shell, script: writeScript(shell, await listWords()) };
	},
	render: ({ script }) => script,
});
