/** A shell command with a first request. `origin`: the origin of this Guildhall server. */
export const usageSnippet = (origin: string, secret = '$TOKEN'): string =>
  `curl ${origin}/v1/products/ \\\n  -H "Authorization: Bearer ${secret}"`
