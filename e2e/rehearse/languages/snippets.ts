import { readCodeBlock } from '../read-code-block.ts';

/** A language of the page, and how its program is run on Debian. */
export type Snippet = {
	language: string;
	/** Title of its code block on the page, which is also its file name. */
	file: string;
	/**
	 * A program that reads `{ body, headers, secret }` from its input, and exits with 1 when the request is refused.
	 */
	program: { file: string; text: string };
	run: string;
	/** Command that compiles the program and the example first, if the language needs it. */
	build?: string;
	/** Packages of `node_modules` that the program imports, with their dependencies. */
	modules?: readonly string[];
	/** Messages for a wrong signature and an old request, if a library has them. */
	messages?: { mismatch: RegExp; old: RegExp };
};

/** Returns the page's example in the language. */
export function readSnippet({ file }: Snippet): string {
	return readCodeBlock('integrations/webhook-signatures', file);
}

export const snippets: readonly Snippet[] = [
	{
		language: 'Node',
		file: 'verify-webhook.mjs',
		program: {
			file: 'try.mjs',
			text: `import { text } from 'node:stream/consumers';
import { verifyWebhook } from './verify-webhook.mjs';
const { body, headers, secret } = JSON.parse(await text(process.stdin));
try {
	console.log(verifyWebhook(body, headers, secret).type);
} catch (error) {
	console.log(error.message);
	process.exitCode = 1;
}
`,
		},
		modules: ['standardwebhooks', '@stablelib/base64', 'fast-sha256'],
		run: 'node try.mjs',
		messages: { mismatch: /No matching signature/, old: /Message timestamp too old/ },
	},
	{
		language: 'Python',
		file: 'verify_webhook.py',
		program: {
			file: 'try.py',
			text: `import json, sys
from verify_webhook import verify_webhook
given = json.load(sys.stdin)
try:
    payload = verify_webhook(given["body"].encode(), given["headers"], given["secret"])
except (ValueError, KeyError) as error:
    print(error)
    sys.exit(1)
print(payload["type"])
`,
		},
		run: 'python3 try.py',
	},
	{
		language: 'Ruby',
		file: 'verify_webhook.rb',
		program: {
			file: 'try.rb',
			text: `require_relative "verify_webhook"
given = JSON.parse($stdin.read)
begin
  payload = verify_webhook(*given.values_at("body", "headers", "secret"))
rescue ArgumentError, KeyError => error
  puts error.message
  exit 1
end
puts payload["type"]
`,
		},
		run: 'ruby try.rb',
	},
	{
		language: 'Go',
		file: 'verify_webhook.go',
		program: {
			file: 'try.go',
			text: `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	var given struct {
		Body, Secret string
		Headers      map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	headers := http.Header{}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	if err := VerifyWebhook([]byte(given.Body), headers, given.Secret); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	var payload struct{ Type string }
	if err := json.Unmarshal([]byte(given.Body), &payload); err != nil {
		panic(err)
	}
	fmt.Println(payload.Type)
}
`,
		},
		build: 'go build -o try try.go verify_webhook.go',
		run: './try',
	},
	{
		language: 'PHP',
		file: 'verify_webhook.php',
		program: {
			file: 'try.php',
			text: `<?php
require 'verify_webhook.php';
$given = json_decode(stream_get_contents(STDIN), true);
try {
    $payload = verify_webhook($given['body'], $given['headers'], $given['secret']);
} catch (UnexpectedValueException $error) {
    echo $error->getMessage();
    exit(1);
}
echo $payload['type'], "\\n";
`,
		},
		run: 'php try.php',
	},
];
