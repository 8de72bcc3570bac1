/** The errors that npm prints when it cannot reach the registry. */
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network|socket hang up/i

/** Why the newest clients could not be installed, in one sentence, with npm's last error. */
export function failureOf(packages: readonly string[], output: string): string {
  const names = packages.join(' and ')
  const cause = output.match(/npm error .*/g)?.[0]?.replace('npm error ', '') ?? output.trim().split('\n').at(-1) ?? ''
  return UNREACHABLE.test(output)
    ? `The registry cannot be reached, so ${names} cannot be installed: ${cause}`
    : `${names} could not be installed: ${cause}`
}
