const page = '/verify-email'

/** What the address of the page says that it is to show. */
const stateOf = (state: 'sent' | 'verified'): string => {
  const next = new URLSearchParams(location.search).get('next')
  return `${page}?${new URLSearchParams({ state, ...(next === null ? {} : { next }) })}`
}

/** Says where a link was mailed. */
export const sentPage = (): string => stateOf('sent')

/** Where a mailed link leads on to; the server adds `error` where it is not good. */
export const verifiedPage = (): string => stateOf('verified')
