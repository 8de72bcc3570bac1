import type { Account, ProviderSummary } from '#client/index.ts'

/** The provider id of a password account. */
const password = 'credential'

export const isPassword = ({ provider }: Pick<Account, 'provider'>): boolean => provider === password

/** The sign-in methods that remain without `removed`: a password, and accounts at offered providers. */
export const remainingSignInMethods = (
  removed: Account,
  accounts: readonly Account[],
  offered: readonly ProviderSummary[],
): readonly Account[] =>
  accounts.filter((account) => account.id !== removed.id && (isPassword(account) || offered.some(({ id }) => id === account.provider)))
