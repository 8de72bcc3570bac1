import type { Account, OfferedProvider } from '#client/index.ts'

/** The provider of a password. */
const password = 'credential'

export const isPassword = ({ provider }: Pick<Account, 'provider'>): boolean => provider === password

/** The ways that would still sign in without `gone`: a password, and accounts of providers that are offered. */
export const waysWithout = (gone: Account, ways: readonly Account[], offered: readonly OfferedProvider[]): readonly Account[] =>
  ways.filter((way) => way.id !== gone.id && (isPassword(way) || offered.some(({ id }) => id === way.provider)))
