let known: Promise<ReadonlySet<string>> | undefined

/**
 * The passwords that everybody tries first, in lower case: 49,000 of them, from the most seen in leaks to those that are only
 * often seen. No network is asked. Read from disk when it is first wanted (30 ms, 4 MB), and kept.
 */
export function weakPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set<string>(dictionary['passwords-common']))
  return known
}
