/** A shell command that reads a resource. `origin`: the origin of this Guildhall server; `path`: of the resource in the API. */
export const requestSnippet = (origin: string, path: string): string => `curl ${origin}${path} \\\n  -H "Authorization: Bearer $TOKEN"`
