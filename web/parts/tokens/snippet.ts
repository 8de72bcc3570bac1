/** A first call with a token, to be pasted into a shell. `origin`: where this Guildhall answers. */
export const usageSnippet = (origin: string, secret = '$TOKEN'): string =>
  `curl ${origin}/v1/products/ \\\n  -H "Authorization: Bearer ${secret}"`
