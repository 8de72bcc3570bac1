let known: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords from leaks, in lower case. No network is used. Read from disk on first use (30 ms, 4 MB) and cached. */
export function weakPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set<string>(dictionary['passwords-common']))
  return known
}
