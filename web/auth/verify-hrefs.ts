const page = '/verify-email'

/** The verification page in a given state, with the `next` parameter of this page. */
const hrefOf = (state: 'sent' | 'verified'): string => {
  const next = new URLSearchParams(location.search).get('next')
  return `${page}?${new URLSearchParams({ state, ...(next === null ? {} : { next }) })}`
}

/** The page that confirms that a link was sent. */
export const sentHref = (): string => hrefOf('sent')

/** The page to which an emailed link redirects; the server adds `error` to an invalid one. */
export const verifiedHref = (): string => hrefOf('verified')
